import { contractsOf } from '@atrium/core/contract'
import { Body, CalendarDate, Id, Item, Message, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject, limitable, signedIn } from '#access.contract.ts'
import { Project } from '#projects/project.contract.ts'
import { Task } from '#tasks/task.contract.ts'

/** More than anyone does in a day. */
export const MAX_PLANNED = 200

export const TaskInPlan = Type.Object({
  ...Type.Pick(Task, [
    'id',
    'projectId',
    'boardId',
    'columnId',
    'number',
    'title',
    'priorityId',
    'assigneeId',
    'assigneeIds',
    'startDate',
    'dueDate',
    'estimateSeconds',
    'trackedSeconds',
    'position',
    'version',
    'completedAt',
  ]).properties,
  projectKey: Project.properties.key,
  plannedFor: Type.String({ format: 'date', description: 'The day that you planned it for' }),
})
export type TaskInPlan = Static<typeof TaskInPlan>

export const Plan = Type.Object({
  tasks: Type.Array(TaskInPlan, { description: 'By day, and in your order within a day' }),
})
export type Plan = Static<typeof Plan>

export const PlanQuery = Type.Object({
  from: Type.Optional({
    ...CalendarDate,
    description: 'The first day whose completed tasks are listed, too; today by default',
  }),
})
export type PlanQuery = Static<typeof PlanQuery>

export const PlanPlace = Body({
  day: CalendarDate,
  afterTaskId: Type.Optional(
    Nullable({
      ...Id,
      description: 'Place it below this task of the day, `null` at the top; at the end by default',
    }),
  ),
})
export type PlanPlace = Static<typeof PlanPlace>

export const RollOver = Body({ day: CalendarDate })
export type RollOver = Static<typeof RollOver>

const contract = contractsOf('Planning')

export const getPlan = contract('getPlan', 'GET /plan', {
  summary: 'Get your plan',
  description:
    'The open tasks that you planned for a day, whenever that is or was, and the completed ones from `from` on. Only you see your plan. Tasks in the trash and of archived projects are left out.',
  access: limitable(signedIn),
  query: PlanQuery,
  reply: Item(Plan),
})

export const planTask = contract('planTask', 'PUT /task/:id/plan', {
  summary: 'Plan a task for a day',
  description:
    'Puts the task into your plan, or moves it there: a task is planned for one day. The dates of the task stay as they are. You have to be a member of the project; when you leave it, its tasks leave your plan.',
  access: inProject('project.read'),
  body: PlanPlace,
  reply: Message,
  errors: ['task_deleted', 'day_full'],
})

export const unplanTask = contract('unplanTask', 'DELETE /task/:id/plan', {
  summary: 'Remove a task from your plan',
  description: 'The task itself does not change.',
  access: inProject('project.read'),
  reply: Message,
})

export const rollOverPlan = contract('rollOverPlan', 'POST /plan/roll-over', {
  summary: 'Move what was not done to a day',
  description:
    'Moves the open tasks that you planned for earlier days to the end of this one, in their order, as many as it has room for.',
  access: limitable(signedIn),
  body: RollOver,
  reply: Item(
    Type.Object({ movedIds: Type.Array(Id, { description: 'The tasks that were moved, in their order' }) }),
  ),
})
