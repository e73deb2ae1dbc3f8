import { contractsOf } from '@atrium/core/contract'
import { Instant, Item, List, ListQuery } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { UserSummary } from '#administration/user.contract.ts'

const Vote = Type.Object({ user: UserSummary, createdAt: Instant })

export const TaskVotes = Type.Object({
  hasVoted: Type.Boolean({ description: 'Whether you have voted for the task' }),
  voteCount: Type.Integer(),
})
export type TaskVotes = Static<typeof TaskVotes>

const contract = contractsOf('Tasks')

export const listVotes = contract('listVotes', 'GET /task/:id/vote', {
  summary: 'List the votes for a task',
  description:
    'Who has voted for the task: you first, then the others in the order of their votes. Votes of people who have left the project still count.',
  access: inProject('project.read'),
  query: ListQuery,
  reply: List(Vote),
})

export const voteForTask = contract('voteForTask', 'PUT /task/:id/vote', {
  summary: 'Vote for a task',
  description: 'Every member of the project has one vote for each task. Voting again changes nothing.',
  access: inProject('project.read'),
  reply: Item(TaskVotes),
  errors: ['task_deleted'],
})

export const withdrawVote = contract('withdrawVote', 'DELETE /task/:id/vote', {
  summary: 'Withdraw your vote',
  description: 'Takes back your vote for the task; without one, nothing changes.',
  access: inProject('project.read'),
  reply: Item(TaskVotes),
  errors: ['task_deleted'],
})
