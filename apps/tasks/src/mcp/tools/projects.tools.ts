import { Id, Nullable } from '@atrium/core/schema'
import { Type } from 'typebox'
import { getBoard } from '#boards/board.contract.ts'
import { getNavigation } from '#boards/navigation.contract.ts'
import { listMembers } from '#projects/member.contract.ts'
import { MemberRole } from '#projects/rights.contract.ts'
import { listTaskPriorities } from '#tasks/priorities/task-priority.contract.ts'
import { listTasks } from '#tasks/task.contract.ts'
import { applicationUrl, CompactTask, compactTasks, lineOf } from './compact-task.ts'
import { type Calls, readingTool } from './tool.ts'

const Named = Type.Object({ id: Id, name: Type.String() })

export const listProjectsTool = readingTool({
  name: 'list_projects',
  title: 'List projects',
  description: 'Lists the active projects that you can see, each with its boards and your role.',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    projects: Type.Array(
      Type.Object({
        id: Id,
        key: Nullable(Type.String()),
        name: Type.String(),
        role: Nullable(MemberRole),
        url: Type.String(),
        boards: Type.Array(Named),
      }),
    ),
  }),
  call: async calls => {
    const { item } = await calls.run(getNavigation, {})
    const projects = item.projects.map(({ id, key, name, myRole: role, boards }) => ({
      id,
      key,
      name,
      role,
      url: applicationUrl(calls, `project/${id}`),
      boards,
    }))
    const lines = projects.map(({ id, name, boards }) => {
      const named = boards.map(board => `${JSON.stringify(board.name)} (board ${board.id})`)
      return `Project ${id} ${JSON.stringify(name)}: ${named.join(', ') || 'no boards'}`
    })
    return { content: { projects }, text: lines.join('\n') || 'No projects' }
  },
})

const MAX_PER_COLUMN = 100
/** What an agent needs to know the people of most projects. */
const MAX_PEOPLE = 200

export const getBoardTool = readingTool({
  name: 'get_board',
  title: 'Get a board',
  description:
    'Returns the columns of a board with the first tasks of each, and the people and priorities whose ids other tools take.',
  input: Type.Object(
    {
      boardId: Id,
      perColumn: Type.Optional(
        Type.Integer({ minimum: 0, maximum: MAX_PER_COLUMN, description: 'Tasks per column; default 25' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    id: Id,
    projectId: Id,
    name: Type.String(),
    url: Type.String(),
    columns: Type.Array(
      Type.Object({
        id: Id,
        title: Type.String(),
        isDone: Type.Boolean(),
        wipLimit: Nullable(Type.Integer()),
        taskCount: Type.Integer(),
        tasks: Type.Array(CompactTask),
      }),
    ),
    people: Type.Array(Named),
    priorities: Type.Array(Named),
  }),
  call: async (calls, { boardId, perColumn = 25 }: { boardId: number; perColumn?: number }) => {
    const { item: board } = await calls.run(getBoard, { params: { id: boardId } })
    const compact = await compactTasks(calls)
    const columns = []
    for (const { id, title, isDone, wipLimit, taskCount } of board.columns) {
      const query = { columnId: String(id), orderBy: 'position', limit: perColumn }
      const items = perColumn && taskCount ? (await calls.run(listTasks, { query })).items : []
      columns.push({ id, title, isDone, wipLimit, taskCount, tasks: items.map(compact) })
    }
    const content = {
      id: board.id,
      projectId: board.projectId,
      name: board.name,
      url: applicationUrl(calls, `board/${board.id}`),
      columns,
      people: await listPeople(calls, board.projectId),
      priorities: (await calls.run(listTaskPriorities, {})).items.map(({ id, name }) => ({ id, name })),
    }
    const text = columns.flatMap(({ id, title, taskCount, tasks }) => [
      `Column ${id} ${JSON.stringify(title)}, tasks: ${taskCount}`,
      ...tasks.map(task => `- ${lineOf(task)}`),
    ])
    return { content, text: [`Board ${JSON.stringify(board.name)} ${content.url}`, ...text].join('\n') }
  },
})

/** Names only: addresses are nothing that an agent has to know. */
async function listPeople(calls: Calls, projectId: number) {
  const { items } = await calls.run(listMembers, { params: { id: projectId }, query: { limit: MAX_PEOPLE } })
  return items.map(({ userId, user }) => ({
    id: userId,
    name: [user.name, user.surname].filter(Boolean).join(' '),
  }))
}
