import { Id, Instant, Nullable } from '@atrium/core/schema'
import { joinOneTransaction } from '@atrium/database/outer-transaction'
import { type Static, Type } from 'typebox'
import { ValidationFailed } from '#errors.ts'
import { BulkChange, changeTasks } from '#tasks/bulk/bulk.contract.ts'
import { CommentText, createComment } from '#tasks/comments/comment.contract.ts'
import { createTask, moveTask, NewTask, TaskChanges, updateTask } from '#tasks/task.contract.ts'
import { createTimeInterval } from '#time-tracking/time-interval.contract.ts'
import { CompactTask, compactTasks, lineOf, taskUrl } from './compact-task.ts'
import { type Calls, changingTool } from './tool.ts'

const UndoId = Type.String({ description: 'For the tool `undo`' })
const strict = { additionalProperties: false }

/** An agent that only proposes gets `proposalId` instead. */
export const Proposed = {
  proposalId: Type.Optional({ ...Id, description: 'The change waits until the user accepts it' }),
}
const ChangedTask = Type.Object({
  task: Type.Optional(CompactTask),
  undoId: Type.Optional(UndoId),
  ...Proposed,
})

/** The id by which `undo` finds what this call did. */
export function undoIdOf({ actor }: Pick<Calls, 'actor'>) {
  return actor.grant?.agent?.cause
}

const { force: _newForce, ...newTaskFields } = NewTask.properties
const NewTaskInput = Type.Object(newTaskFields, strict)

export const createTaskTool = changingTool({
  name: 'create_task',
  title: 'Create a task',
  description:
    'Creates a task in a column, in the first column of a board, on the first board of a project, or else in your personal project. Write descriptions in Markdown.',
  input: NewTaskInput,
  output: ChangedTask,
  taskIds: () => [],
  call: async (calls, body: Static<typeof NewTaskInput>) => {
    const { item } = await calls.run(createTask, { body })
    const task = (await compactTasks(calls))(item)
    return { content: { task, undoId: undoIdOf(calls) }, text: `Created ${lineOf(task)}` }
  },
})

const MAX_IDS = 200
const { title, description } = TaskChanges.properties
const UpdateInput = Type.Object(
  {
    ids: Type.Array(Id, { minItems: 1, maxItems: MAX_IDS, uniqueItems: true }),
    change: Type.Object(
      {
        title: Type.Optional({ ...title, description: 'Of a single task' }),
        description: Type.Optional({ ...description, description: 'Of a single task, in Markdown' }),
        ...BulkChange.properties,
      },
      { additionalProperties: false, minProperties: 1 },
    ),
  },
  strict,
)

export const updateTasksTool = changingTool({
  name: 'update_tasks',
  title: 'Update tasks',
  description:
    'Changes fields of up to 200 tasks: dates, people, priority, column, completion, stickers, custom fields; title and description of one task at a time. A task that cannot be changed stays as it is, and `refusals` says why.',
  input: UpdateInput,
  output: Type.Object({
    changedIds: Type.Optional(Type.Array(Id)),
    unchangedIds: Type.Optional(Type.Array(Id)),
    refusals: Type.Optional(
      Type.Array(
        Type.Object(
          { taskId: Id, code: Type.String(), message: Type.String() },
          { additionalProperties: true },
        ),
      ),
    ),
    undoId: Type.Optional(UndoId),
    ...Proposed,
  }),
  isDestructive: true,
  isIdempotent: true,
  taskIds: ({ ids }: Static<typeof UpdateInput>) => ids,
  call: async (calls, { ids, change }: Static<typeof UpdateInput>) => {
    const { changedIds, unchangedIds, refusals } = await updateTasks(calls, ids, change)
    const undo = changedIds.length > 0 ? { undoId: undoIdOf(calls) } : {}
    const links = changedIds.slice(0, 10).map(taskId => taskUrl(calls, taskId))
    const refused = refusals.map(({ taskId, message }) => `Task ${taskId}: ${message}`)
    const counts = `Changed ${changedIds.length}, unchanged ${unchangedIds.length}, refused ${refusals.length}`
    return {
      content: { changedIds, unchangedIds, refusals, ...undo },
      text: [counts, ...links, ...refused].join('\n'),
    }
  },
})

type UpdateChange = Static<typeof UpdateInput>['change']

async function updateTasks(calls: Calls, ids: number[], { title, description, ...shared }: UpdateChange) {
  const texts = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
  const names = Object.keys(texts)
  const [id = 0, ...others] = ids
  if (others.length > 0 && names.length > 0)
    throw new ValidationFailed(Object.fromEntries(names.map(name => [`change.${name}`, 'single_task_only'])))
  const updateShared = async () =>
    (await calls.run(changeTasks, { body: { ids, change: shared as BulkChange } })).item
  if (names.length === 0) return updateShared()
  return joinOneTransaction(calls.deps.db, async () => {
    const none = { changedIds: [], unchangedIds: ids, refusals: [] }
    const result = Object.keys(shared).length > 0 ? await updateShared() : none
    if (result.refusals.length > 0) return result
    await calls.run(updateTask, { params: { id }, body: texts })
    return { ...none, changedIds: ids, unchangedIds: [] }
  })
}

const MoveInput = Type.Object(
  {
    taskId: Id,
    columnId: Id,
    afterTaskId: Type.Optional({ ...Id, description: 'Place it below this task' }),
    beforeTaskId: Type.Optional({ ...Id, description: 'Place it above this task' }),
  },
  strict,
)

export const moveTaskTool = changingTool({
  name: 'move_task',
  title: 'Move a task',
  description:
    'Moves a task to a column, to its end or between two tasks. A column for completed tasks completes it.',
  input: MoveInput,
  output: ChangedTask,
  isIdempotent: true,
  taskIds: ({ taskId }: Static<typeof MoveInput>) => [taskId],
  call: async (calls, { taskId, ...body }: Static<typeof MoveInput>) => {
    const { item } = await calls.run(moveTask, { params: { id: taskId }, body })
    const task = (await compactTasks(calls))(item)
    return { content: { task, undoId: undoIdOf(calls) }, text: `Moved ${lineOf(task)}` }
  },
})

const CommentInput = Type.Object({ taskId: Id, text: CommentText.properties.text }, strict)

export const commentTool = changingTool({
  name: 'comment_on_task',
  title: 'Comment on a task',
  description: 'Adds a comment in Markdown. `@[12]` notifies the member with the id 12.',
  input: CommentInput,
  output: Type.Object({
    comment: Type.Optional(Type.Object({ id: Id, taskId: Id, url: Type.String() })),
    undoId: Type.Optional(UndoId),
    ...Proposed,
  }),
  taskIds: () => [],
  call: async (calls, { taskId, text }: Static<typeof CommentInput>) => {
    const { item } = await calls.run(createComment, { params: { id: taskId }, body: { text } })
    const url = taskUrl(calls, taskId)
    return {
      content: { comment: { id: item.id, taskId, url }, undoId: undoIdOf(calls) },
      text: `Commented on ${url}`,
    }
  },
})

const TimeInput = Type.Object(
  {
    taskId: Id,
    startedAt: Instant,
    duration: Type.Integer({ minimum: 1, maximum: 86_400, description: 'In seconds' }),
    text: Type.Optional(Type.String({ maxLength: 2000, description: 'What was done' })),
  },
  strict,
)

export const logTimeTool = changingTool({
  name: 'log_time',
  title: 'Log time',
  description: 'Records time that was spent on a task, for the user that you act for.',
  input: TimeInput,
  output: Type.Object({
    interval: Type.Optional(
      Type.Object({ id: Id, taskId: Id, startedAt: Instant, duration: Nullable(Type.Integer()) }),
    ),
    undoId: Type.Optional(UndoId),
    ...Proposed,
  }),
  taskIds: () => [],
  call: async (calls, { text, ...given }: Static<typeof TimeInput>) => {
    const body = { ...given, ...(text !== undefined && { note: text }) }
    const { item } = await calls.run(createTimeInterval, { body })
    const { id, taskId, startedAt, duration } = item
    return {
      content: { interval: { id, taskId, startedAt, duration }, undoId: undoIdOf(calls) },
      text: `Logged ${Math.round((duration ?? 0) / 60)} minutes on ${taskUrl(calls, taskId)}`,
    }
  },
})
