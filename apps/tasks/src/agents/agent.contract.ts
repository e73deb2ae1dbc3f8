import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, List, ListQuery, Message, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { signedIn, withScope } from '#access.contract.ts'
import { UndoResult } from './undo/undo-result.contract.ts'

const AgentMode = OneOf('acts', 'proposes')

export const Agent = Type.Object({
  id: Id,
  kind: Type.Unsafe<'application' | 'token'>({
    ...OneOf('application', 'token'),
    description: 'A connected application or a personal access token',
  }),
  application: Type.String({
    description: 'The name of the application or the token, as the activity shows it',
  }),
  mode: Type.Unsafe<Static<typeof AgentMode>>({
    ...AgentMode,
    description: 'With `proposes`, its changes wait until you accept them',
  }),
  scopes: Type.Array(Type.String()),
  projectIds: Nullable(Type.Array(Id, { description: 'The projects that its token is limited to' })),
  lastUsedAt: Instant,
  createdAt: Instant,
  changesToday: Type.Integer({ description: 'Since midnight, UTC' }),
  waitingProposals: Type.Integer(),
})
export type Agent = Static<typeof Agent>

const AgentChanges = Body({ mode: AgentMode })

const Since = Body({
  since: { ...Instant, description: 'Changes since then are taken back, of the last 30 days' },
})

/** An agent cannot list, stop or free itself or others: this needs the user's own session or an almighty token. */
const access = withScope('tasks:manage', signedIn)
const contract = contractsOf('Agents')

export const listAgents = contract('listAgents', 'GET /agent', {
  summary: 'List your agents',
  description:
    'The applications and personal access tokens that act for you through the MCP server, last used first. Those that were stopped are left out.',
  access,
  query: ListQuery,
  reply: List(Agent),
})

export const updateAgent = contract('updateAgent', 'PUT /agent/:id', {
  summary: 'Change the mode of an agent',
  description:
    'With `proposes`, what the agent wants to change waits in `GET /proposal`, and its other tokens change nothing.',
  access,
  body: AgentChanges,
  reply: Item(Agent),
  errors: ['agent_not_found', 'own_session_required'],
})

export const stopAgent = contract('stopAgent', 'POST /agent/:id/stop', {
  summary: 'Stop an agent',
  description:
    'Ends the access that you gave it: all tokens of the application, or the personal access token. No instance accepts them any more when this answers.',
  access,
  reply: Message,
  errors: ['agent_not_found', 'identity_unavailable', 'rate_limited'],
})

export const undoAgent = contract('undoAgent', 'POST /agent/:id/undo', {
  summary: 'Undo what an agent did',
  description:
    'Restores tasks that the agent changed since then, and removes tasks, comments and time that it added. What someone else has changed in the meantime stays as it is, and `refusals` names it. Works for agents that were stopped, too.',
  access,
  body: Since,
  reply: Item(UndoResult),
  errors: ['agent_not_found', 'task_position_taken'],
})
