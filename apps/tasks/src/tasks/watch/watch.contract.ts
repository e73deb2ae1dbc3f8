import { contractsOf } from '@atrium/core/contract'
import { Item } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { UserSummary } from '#administration/user.contract.ts'

export const TaskWatch = Type.Object({
  isWatching: Type.Boolean({ description: 'Whether you are one of the watchers' }),
  watchers: Type.Array(UserSummary, {
    description:
      'Members who are notified about the task: those who watch it, its assignees, its creator and everyone who commented, unless they stopped watching',
  }),
})
export type TaskWatch = Static<typeof TaskWatch>

const contract = contractsOf('Tasks')

export const getTaskWatch = contract('getTaskWatch', 'GET /task/:id/watch', {
  summary: 'List the watchers of a task',
  description: 'Who is notified about the task, and whether you are.',
  access: inProject('project.read'),
  reply: Item(TaskWatch),
})

export const watchTask = contract('watchTask', 'PUT /task/:id/watch', {
  summary: 'Watch a task',
  description:
    'You are notified of comments, of a new due date and when the task is completed, as long as you are a member of the project. Watching it again changes nothing.',
  access: inProject('project.read'),
  reply: Item(TaskWatch),
  errors: ['task_deleted'],
})

export const unwatchTask = contract('unwatchTask', 'DELETE /task/:id/watch', {
  summary: 'Stop watching a task',
  description:
    'Mutes the task for its assignees, its creator and commenters, too. Mentions, assignments and reminders of the due date still reach you.',
  access: inProject('project.read'),
  reply: Item(TaskWatch),
  errors: ['task_deleted'],
})
