import { endpointsOf, open } from '@atrium/core/contract'
import { Body, Default } from '@atrium/core/schema'
import { Type } from 'typebox'

const endpoint = endpointsOf('Notifications')
const query = Type.Object({ token: Default(Type.String({ maxLength: 200 }), '') })
const statuses = { 410: 'Not an address from an email of this installation' }

export const openUnsubscribePage = endpoint('openUnsubscribePage', 'GET /unsubscribe', {
  summary: 'Open the page to unsubscribe',
  description:
    'The page that `List-Unsubscribe` of a notification email leads to. It changes nothing until its button is pressed: programs that check emails open links.',
  access: open,
  query,
  isPage: true,
  statuses,
})

export const unsubscribe = endpoint('unsubscribe', 'POST /unsubscribe', {
  summary: 'Unsubscribe from notification emails',
  description:
    'Turns off notification emails for the person whose email the address is from, without signing in (RFC 8058). The answer is the same if they are off already or the account no longer exists.',
  access: open,
  query,
  body: Body({ 'List-Unsubscribe': Type.Optional(Type.String({ maxLength: 100 })) }),
  isPage: true,
  statuses,
})
