import { contractsOf } from '@atrium/core/contract'
import { Id, Instant, Item, List, ListQuery, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { signedIn, withScope } from '#access.contract.ts'
import { RecordedValues } from '#events.contract.ts'

const ProposalStatus = OneOf('waiting', 'accepted', 'rejected')

export const Proposal = Type.Object({
  id: Id,
  agent: Type.Object({ id: Id, application: Type.String() }),
  tool: Type.String(),
  input: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'What the tool was called with',
  }),
  names: Type.Record(Type.String(), Type.Array(Type.String()), {
    description: 'What the ids in `input` stand for, by field, as far as you still see it',
  }),
  fields: {
    ...RecordedValues,
    description: 'The values of custom fields in `input`, by the ID of the field, as far as you still see it',
  },
  tasks: Type.Array(
    Type.Object({
      id: Id,
      number: Id,
      title: Type.String(),
      projectId: Id,
      isChanged: Type.Boolean({ description: 'Whether it has been changed since the proposal' }),
    }),
    { description: 'The tasks that it is about' },
  ),
  status: ProposalStatus,
  createdAt: Instant,
  decidedAt: Nullable(Instant),
})
export type Proposal = Static<typeof Proposal>

const ProposalFilters = Type.Object({
  ...ListQuery.properties,
  status: Type.Optional({ ...ProposalStatus, description: 'Default: `waiting`' }),
  agentId: Type.Optional(Id),
})

const access = withScope('tasks:manage', signedIn)
const contract = contractsOf('Agents')

export const listProposals = contract('listProposals', 'GET /proposal', {
  summary: 'List proposals',
  description: 'What your agents with the mode `proposes` want to change, oldest first.',
  access,
  query: ProposalFilters,
  reply: List(Proposal),
})

export const acceptProposal = contract('acceptProposal', 'POST /proposal/:id/accept', {
  summary: 'Accept a proposal',
  description:
    'Does what the agent wanted to do, with your rights and those of its grant as they are now. 409 if one of the tasks has been changed since the proposal.',
  access,
  reply: Item(Type.Object({ id: Id, status: ProposalStatus, text: Type.String() })),
  errors: [
    'proposal_not_found',
    'proposal_decided',
    'proposal_outdated',
    'proposal_refused',
    'own_session_required',
  ],
})

export const rejectProposal = contract('rejectProposal', 'POST /proposal/:id/reject', {
  summary: 'Reject a proposal',
  description: 'The agent has changed nothing, and does not.',
  access,
  reply: Item(Type.Object({ id: Id, status: ProposalStatus })),
  errors: ['proposal_not_found', 'proposal_decided'],
})
