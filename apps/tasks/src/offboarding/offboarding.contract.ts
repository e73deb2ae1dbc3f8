import { contract, open } from '@atrium/core/contract'
import { Body, Id, Item } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

const OffboardingToken = Body({
  token: Type.String({
    maxLength: 8192,
    description: 'Signed by the identity service, of type `offboarding+jwt`',
  }),
})

/** What someone leaves behind here. Their personal projects, views and templates stay as they are, and are not counted. */
export const LeftWork = Type.Object({
  openTasks: Type.Integer({ description: 'Tasks that are assigned to them, in projects of several people' }),
  recurringTasks: Type.Integer({ description: 'How many of these tasks repeat' }),
  ownedProjects: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
    description: 'Projects without another owner',
  }),
  sharedViews: Type.Integer(),
  sharedTemplates: Type.Integer(),
  webhooks: Type.Integer({ description: 'Webhooks of projects that they added; they go on' }),
  calendarFeeds: Type.Integer({ description: 'Addresses for calendar programs, which end with the account' }),
})
export type LeftWork = Static<typeof LeftWork>

export const nothingLeft: LeftWork = {
  openTasks: 0,
  recurringTasks: 0,
  ownedProjects: [],
  sharedViews: 0,
  sharedTemplates: 0,
  webhooks: 0,
  calendarFeeds: 0,
}

export const HandOver = Type.Object({ ...LeftWork.properties, isHandedOver: Type.Boolean() })
export type HandOver = Static<typeof HandOver>

export const handOverWork = contract('handOverWork', 'POST /users/hand-over', {
  tag: 'Users',
  summary: "Hand over a user's work",
  description:
    'Called by the identity service, which proves it with a signed token. Lists what the user leaves; with a successor in the token, everything goes to them: they own the projects, are a member of the others, and get the open tasks, what was shared, and the webhooks. Calling it again changes nothing more.',
  access: open,
  noCors: true,
  body: OffboardingToken,
  reply: Item(HandOver),
  errors: ['invalid_offboarding_token', 'successor_unknown', 'identity_unavailable', 'clocks_differ'],
})
