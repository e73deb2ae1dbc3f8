import { endpoint, open } from '@atrium/core/contract'
import { Id } from '@atrium/core/schema'
import { Type } from 'typebox'

/** How many groups a search finds. */
export const MAX_FOUND = 50

export const readGroups = endpoint('readGroups', 'POST /token/groups', {
  tag: 'OAuth',
  summary: 'Read groups for project teams',
  description: `For the task service, which authenticates with its own client (\`TASKS_CLIENT_ID\`); any other client is refused. With \`id\`, the group with its members, or nothing if it does not exist; otherwise up to ${MAX_FOUND} groups whose names contain \`search\`, without members.`,
  access: open,
  duringMaintenance: true,
  body: Type.Object({
    id: Type.Optional(Id),
    search: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: Type.Object({
    groups: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        source: Type.String(),
        memberCount: Type.Integer(),
        memberIds: Type.Optional(Type.Array(Id)),
      }),
    ),
  }),
  hasOAuthErrors: true,
  noCors: true,
  security: [{ client: [] }],
})
