import { Id, Instant, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { listChecklist } from '#tasks/checklist/checklist.contract.ts'
import { listComments } from '#tasks/comments/comment.contract.ts'
import { getTask, listTasks, TaskFilters, taskOrders } from '#tasks/task.contract.ts'
import { CompactTask, compactTasks, lineOf } from './compact-task.ts'
import { readingTool } from './tool.ts'

const MAX_FOUND = 100

const { filter, search, today } = TaskFilters.properties
const Search = Type.Object(
  {
    filter: Type.Optional({
      ...filter,
      description:
        'Conditions in the language of saved views, such as `(assignee = me or priority = high) and due < today+7`',
    }),
    search,
    projectId: Type.Optional(Id),
    boardId: Type.Optional(Id),
    columnId: Type.Optional(Id),
    today,
    orderBy: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        enum: taskOrders.flatMap(field => [field, `-${field}`]),
        description: 'Default: `id`',
      }),
    ),
    page: Type.Optional(Type.Integer({ minimum: 1 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_FOUND, description: 'Default: 25' })),
  },
  { additionalProperties: false },
)

export const findTasksTool = readingTool({
  name: 'find_tasks',
  title: 'Find tasks',
  description:
    'Finds tasks of all projects that you can see. `search` finds words in titles and descriptions, or a task by its key such as WR-12.',
  input: Search,
  output: Type.Object({
    tasks: Type.Array(CompactTask),
    total: Type.Integer(),
    page: Type.Integer(),
    pages: Type.Integer(),
  }),
  call: async (calls, { projectId, boardId, columnId, limit = 25, ...given }: Static<typeof Search>) => {
    const places = Object.entries({ projectId, boardId, columnId }).filter(([, id]) => id !== undefined)
    const query = { ...given, limit, ...Object.fromEntries(places.map(([name, id]) => [name, String(id)])) }
    const { items, _meta } = await calls.run(listTasks, { query })
    const tasks = items.map(await compactTasks(calls))
    const { total, page, pages } = _meta
    const lines = tasks.map(task => `${task.id} ${lineOf(task)}`)
    return {
      content: { tasks, total, page, pages },
      text: [`Tasks: ${total}, page ${page} of ${pages}`, ...lines].join('\n'),
    }
  },
})

const MAX_COMMENTS = 50

export const getTaskTool = readingTool({
  name: 'get_task',
  title: 'Get a task',
  description: 'Returns a task with its description, checklist and last comments.',
  input: Type.Object({ taskId: Id }, { additionalProperties: false }),
  output: Type.Object({
    task: Type.Object({
      ...CompactTask.properties,
      description: Nullable(Type.String()),
      parentId: Nullable(Id),
      cycleId: Nullable(Id),
      estimateSeconds: Nullable(Type.Integer()),
      trackedSeconds: Type.Integer(),
      isBlocked: Type.Boolean(),
      fields: Type.Record(Type.String(), Type.Unknown()),
      stickers: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    }),
    checklist: Type.Array(Type.Object({ title: Type.String(), isDone: Type.Boolean() })),
    comments: Type.Array(Type.Object({ id: Id, author: Type.String(), at: Instant, text: Type.String() }), {
      description: `The last ${MAX_COMMENTS}, oldest first`,
    }),
  }),
  call: async (calls, { taskId }: { taskId: number }) => {
    const params = { id: taskId }
    const { item } = await calls.run(getTask, { params })
    const compact = await compactTasks(calls)
    const checklist = item.checklistTotal
      ? (await calls.run(listChecklist, { params, query: { limit: 200 } })).items
      : []
    const comments = item.commentCount
      ? (await calls.run(listComments, { params, query: { orderBy: '-id', limit: MAX_COMMENTS } })).items
      : []
    const { description, parentId, cycleId, estimateSeconds, trackedSeconds, isBlocked, fields, stickers } =
      item
    const task = {
      ...compact(item),
      description,
      parentId,
      cycleId,
      estimateSeconds,
      trackedSeconds,
      isBlocked,
      fields,
      stickers: stickers.map(({ id, name }) => ({ id, name })),
    }
    const content = {
      task,
      checklist: checklist.map(({ title, isDone }) => ({ title, isDone })),
      comments: comments.reverse().map(({ id, author, createdAt, text }) => ({
        id,
        author: [author.name, author.surname].filter(Boolean).join(' '),
        at: createdAt,
        text,
      })),
    }
    const counts = `Checklist items: ${content.checklist.length}, comments: ${content.comments.length}`
    const text = [lineOf(task), `Description: ${JSON.stringify(description)}`, counts].join('\n')
    return { content, text }
  },
})
