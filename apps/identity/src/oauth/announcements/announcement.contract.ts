import { endpoint, open } from '@atrium/core/contract'
import { type Static, Type } from 'typebox'

const Announcement = Type.Object(
  {
    userId: Type.Optional(Type.Integer({ description: 'All tokens of this user' })),
    tokenId: Type.Optional(Type.String({ description: 'The token with this `jti`' })),
    clientId: Type.Optional(Type.String({ description: 'All tokens of this client' })),
    groupId: Type.Optional(
      Type.Integer({ description: 'The group whose name or members have changed, or which was deleted' }),
    ),
  },
  { description: 'Which tokens to check again. Without a user, a token and a client: all of them.' },
)
export type Announcement = Static<typeof Announcement>

export const followAnnouncements = endpoint('followAnnouncements', 'POST /token/announcements', {
  tag: 'OAuth',
  summary: 'Wait for announcements about tokens',
  description:
    'For the task service, which authenticates with its own client (`TASKS_CLIENT_ID`); any other client is refused. Answers as soon as tokens were revoked or rights changed since `cursor`, and after about a second in any case. Send the `cursor` of the answer with the next request; the first request has none.',
  access: open,
  duringMaintenance: true,
  body: Type.Object({
    follower: Type.String({ maxLength: 64, description: 'Made up by the process that follows, once' }),
    cursor: Type.Optional(Type.String({ maxLength: 200_000, pattern: '^\\d{1,20}:\\d{1,20}:[\\d,]*$' })),
  }),
  reply: Type.Object({
    cursor: Type.String({ description: 'Up to where the answer is complete' }),
    isCursorUnknown: Type.Boolean({
      description: 'Announcements may be missing since the last cursor: every token has to be checked again',
    }),
    announcements: Type.Array(Announcement),
    waitedMs: Type.Number({
      description: 'How long after the request had arrived the answer was read from the database',
    }),
    validMs: Type.Integer({
      description:
        'For how long after that moment the follower can rely on the answer. A request that revokes tokens or changes rights is answered when every follower has sent the cursor of a later answer, or this time is over.',
    }),
  }),
  hasOAuthErrors: true,
  noCors: true,
  security: [{ client: [] }],
})
