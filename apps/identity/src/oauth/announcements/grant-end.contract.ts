import { endpoint, open } from '@atrium/core/contract'
import { Id, Message } from '@atrium/core/schema'
import { Type } from 'typebox'

export const endGrant = endpoint('endGrant', 'POST /token/end-grant', {
  tag: 'OAuth',
  summary: 'End what a user has granted',
  description:
    'For the task service, which authenticates with its own client (`TASKS_CLIENT_ID`) and asks on behalf of the user; any other client is refused. With `clientId`, the consent of the user to this client and all sign-ins with it end; with `tokenId`, the `jti` of introspection, a personal access token does. What has ended already is no error.',
  access: open,
  body: Type.Object({
    userId: Id,
    clientId: Type.Optional(Type.String({ maxLength: 2048 })),
    tokenId: Type.Optional(Type.String({ pattern: '^personal-token-[1-9]\\d{0,14}$' })),
  }),
  reply: Message,
  hasOAuthErrors: true,
  noCors: true,
  security: [{ client: [] }],
})
