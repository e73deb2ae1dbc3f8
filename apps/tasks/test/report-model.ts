import assert from 'node:assert/strict'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Activity } from '#projects/activity.contract.ts'
import type { BothServices } from './both-services.ts'
import type { User } from './team.ts'

const HOUR = 3_600_000
/** Clocks change in most of the time zones below within the days that follow. */
const START = Date.parse('2025-03-07T15:30:00Z')

export const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

const step = fc.record({
  hours: fc.oneof(fc.constant(0), fc.nat(6), fc.integer({ min: 6, max: 60 })),
  task: fc.nat(20),
  column: fc.nat(8),
  seconds: fc.option(fc.nat(50).map(n => n * 600)),
  kind: fc.oneof(
    ...(
      [
        [6, 'create'],
        [12, 'move'],
        [2, 'moveToProject'],
        [3, 'delete'],
        [3, 'restore'],
        [1, 'remove'],
        [3, 'estimate'],
        [1, 'deleteBoard'],
        [2, 'restoreBoard'],
        [1, 'toggleDone'],
        [1, 'deleteColumn'],
      ] as const
    ).map(([weight, kind]) => ({ weight, arbitrary: fc.constant(kind) })),
  ),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Changes to tasks, boards and columns of two projects; those that make no sense are refused. */
export const history = fc.array(step, { minLength: 5, maxLength: 40 })

interface Column {
  id: number
  boardId: number
  isDone: boolean
}

export interface World {
  projectIds: number[]
  boardIds: number[]
  /** In their order on each board. */
  columns: Column[]
  estimates: Map<number, number | null>
  now: number
}

/** Plays the history through HTTP while the service's clock is in the past. */
export async function playHistory({ deps }: BothServices, owner: User, steps: Step[]): Promise<World> {
  const { db } = deps
  const created = async (url: string, body: object) => {
    const response = await owner.call('POST', url, body)
    assert.equal(response.statusCode, 200, response.body)
    return response.json().item
  }
  deps.now = () => new Date(START)
  const projectIds = [
    (await created('/project', { name: 'One' })).id,
    (await created('/project', { name: 'Two' })).id,
  ]
  const [first, second] = projectIds
  const boards = []
  for (const projectId of [first, first, second]) {
    boards.push(await created(`/project/${projectId}/board`, { name: 'Board' }))
  }
  const world: World = {
    projectIds,
    boardIds: boards.map(({ id }) => id),
    columns: boards.flatMap(({ columns }) => columns),
    estimates: new Map(),
    now: START,
  }
  for (const { hours, ...done } of steps) {
    world.now += hours * HOUR
    deps.now = () => new Date(world.now)
    await take(owner, world, done)
    await keepTime(db, world)
  }
  return world
}

async function take(owner: User, world: World, { kind, task, column, seconds }: Omit<Step, 'hours'>) {
  const { columns, boardIds, projectIds, estimates } = world
  const pick = <T>(list: T[], index: number) => list[index % list.length] as T
  const { id: columnId, boardId } = pick(columns, column)
  if (kind === 'create' || estimates.size === 0) {
    const body = { title: 'Task', columnId, estimateSeconds: seconds }
    const response = await owner.call('POST', '/task', body)
    if (response.statusCode === 200) estimates.set(response.json().item.id, seconds)
    return
  }
  const url = `/task/${pick([...estimates.keys()], task)}`
  const board = `/board/${pick(boardIds, column)}`
  const other = columns.find(one => one.boardId === boardId && one.id !== columnId)
  const requests = {
    move: ['POST', `${url}/move-to-column`, { columnId }],
    moveToProject: ['POST', `${url}/move-to-project`, { projectId: pick(projectIds, column) }],
    delete: ['DELETE', url],
    restore: ['POST', `${url}/restore`],
    remove: ['DELETE', `${url}/hard`],
    estimate: ['PUT', url, { estimateSeconds: seconds }],
    deleteBoard: ['DELETE', board],
    restoreBoard: ['POST', `${board}/restore`],
    toggleDone: ['PUT', `/board/column/${columnId}`, { isDone: column % 2 === 0 }],
    deleteColumn: ['DELETE', `/board/column/${columnId}?moveTo=${other?.id}`],
  } as const
  const [method, path, body] = requests[kind]
  const response = await owner.call(method, path, body)
  assert.ok(response.statusCode < 500, response.body)
}

/** The activity and permanent deletions are dated by the clock of the database. */
async function keepTime(db: BothServices['deps']['db'], { now }: World) {
  const moment = new Date(now).toISOString()
  await sql`update activity set created_at = ${moment} where created_at > '2026-01-01'`.execute(db)
  const isRemoved = sql`left_at > '2026-01-01' and left_at < 'infinity'`
  await sql`delete from task_stages where ${isRemoved} and entered_at = ${moment}`.execute(db)
  await sql`update task_stages set left_at = ${moment} where ${isRemoved}`.execute(db)
}

type Entry = Pick<Activity, 'type' | 'projectId' | 'boardId' | 'taskId' | 'createdAt'> & {
  before: { columnId?: number }
  after: {
    columnId?: number
    boardId?: number
    completedAt?: string | null
    deletedAt?: string
    estimateSeconds?: number | null
    isDone?: boolean
  }
}

export async function listEntries({ deps }: BothServices, { projectIds }: World) {
  const { rows } = await sql<Entry>`select * from activity where project_id = any(${projectIds}::bigint[])
    order by id`.execute(deps.db)
  return rows
}

export interface TaskState {
  taskId: number
  projectId: number
  boardId: number
  columnId: number
  createdAt: number
  startedAt: number | null
  completedAt: number | null
  estimateSeconds: number | null
  trashedAt: number | null
}

interface Replayed {
  world: World
  tasks: Map<number, TaskState>
  columns: Map<number, Column & { isDeleted: boolean }>
  /** When boards were last deleted. */
  boardDeletions: Map<number | null, number>
}

/** Where every task was after these entries. */
export function replay(world: World, entries: Entry[]) {
  const columns = new Map(world.columns.map(column => [column.id, { ...column, isDeleted: false }]))
  const state: Replayed = { world, tasks: new Map(), columns, boardDeletions: new Map() }
  for (const entry of entries) effects[entry.type]?.(state, entry, Date.parse(entry.createdAt))
  return [...state.tasks.values()].filter(({ trashedAt }) => trashedAt === null)
}

type Effect = (state: Replayed, entry: Entry, at: number) => void

const effects: Record<string, Effect> = {
  'task.created': (state, entry, at) => {
    const taskId = entry.taskId as number
    state.tasks.set(taskId, {
      taskId,
      projectId: entry.projectId,
      boardId: 0,
      columnId: 0,
      createdAt: at,
      startedAt: null,
      completedAt: null,
      estimateSeconds: state.world.estimates.get(taskId) ?? null,
      trashedAt: null,
    })
    enterColumn(state, entry, at)
  },
  'task.moved': (state, entry, at) => {
    const { columnId, boardId, completedAt, deletedAt } = entry.after
    if (deletedAt === undefined) return enterColumn(state, entry, at)
    Object.assign(taskOf(state, entry), {
      columnId,
      boardId,
      completedAt: completedAt && Date.parse(completedAt),
    })
  },
  'task.moved_in': enterColumn,
  'task.restored': enterColumn,
  'task.deleted': (state, entry, at) => {
    taskOf(state, entry).trashedAt = at
  },
  'task.removed': ({ tasks }, { taskId }) => tasks.delete(taskId as number),
  'task.updated': (state, entry) => {
    const { estimateSeconds } = entry.after
    if (estimateSeconds !== undefined) taskOf(state, entry).estimateSeconds = estimateSeconds
  },
  'board.deleted': ({ tasks, boardDeletions }, { boardId }, at) => {
    boardDeletions.set(boardId, at)
    for (const task of tasks.values()) if (task.boardId === boardId) task.trashedAt ??= at
  },
  'board.restored': ({ tasks, boardDeletions }, { boardId }) => {
    for (const task of tasks.values()) {
      const wasDeletedWithBoard = task.boardId === boardId && task.trashedAt === boardDeletions.get(boardId)
      if (wasDeletedWithBoard) task.trashedAt = null
    }
  },
  'column.deleted': ({ columns }, { before }) => {
    const column = columns.get(before.columnId ?? 0)
    if (column) column.isDeleted = true
  },
  'column.updated': (state, { after: { columnId, isDone } }, at) => {
    const column = state.columns.get(columnId ?? 0)
    if (!column || isDone === undefined) return
    column.isDone = isDone
    for (const task of state.tasks.values()) {
      if (task.columnId === columnId && task.trashedAt === null) settle(state, task, at)
    }
  },
}

function taskOf({ tasks }: Replayed, { taskId }: Entry) {
  return tasks.get(taskId as number) as TaskState
}

function enterColumn(state: Replayed, entry: Entry, at: number) {
  const task = taskOf(state, entry)
  const columnId = entry.after.columnId as number
  const boardId = state.columns.get(columnId)?.boardId as number
  Object.assign(task, { projectId: entry.projectId, columnId, boardId, trashedAt: null })
  settle(state, task, at)
}

/** A task in a column for completed tasks is completed; one that has left the first column is started. */
function settle({ columns }: Replayed, task: TaskState, at: number) {
  task.completedAt = columns.get(task.columnId)?.isDone ? (task.completedAt ?? at) : null
  const [first] = [...columns.values()].filter(one => one.boardId === task.boardId && !one.isDeleted)
  if (task.completedAt !== null || first?.id !== task.columnId) task.startedAt ??= at
}

/** The date that a clock in the time zone shows. */
export function localDate(zone: string, at: number) {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)
}
