import { getFullBoard } from '@atrium/tasks/boards/full-board.contract'
import { getNavigation } from '@atrium/tasks/boards/navigation.contract'
import { listNotifications } from '@atrium/tasks/notifications/notification.contract'
import { getTask, listTasks } from '@atrium/tasks/tasks/task.contract'
import type pg from 'pg'
import { withAtrium, withDatabase } from './atrium.ts'
import { type Board, createBoards } from './boards.ts'
import type { BareStatement } from './ceilings/bare-service.ts'
import { loadBareService, sampleOf } from './ceilings.ts'
import type { Request } from './connection.ts'
import { type LoadOptions, load } from './load.ts'
import type { Report } from './report.ts'
import { type Session, signedIn } from './requests.ts'

/** How the web application opens a board. */
const AS_OPENED = { perColumn: 2000, withProject: true } as const

/** Reading a task, lists of tasks and a board of 1,000 cards, as a user and as an owner of the installation. */
export function measureTasks(report: Report) {
  return withAtrium(report, {}, async atrium => {
    const { tasksUrl: url, tasksDatabaseUrl: databaseUrl, owner } = atrium
    const processes = atrium.processesOf('tasks')
    const user = await signedIn(atrium)
    const installationOwner = await signedIn({ ...atrium, person: owner })
    const boards = await withDatabase(databaseUrl, async database => [
      await createReadable(database, user),
      await createReadable(database, installationOwner),
    ])
    const [board, ownBoard] = boards as [Board, Board]

    const measure = async (row: Row) => {
      const options = { url, requests: [row.request], connections: row.connections }
      const { perSecond } = await loadBareService(options, { databaseUrl, ...row.statement })
      const name = 'bare Fastify, one prepared statement'
      const { work, target } = row
      const result = await load({ ...options, processes })
      report.addSpeed({ work, load: result, ceiling: { name, perSecond }, target })
      return result.perSecond
    }

    const rates: Record<string, number> = {}
    for (const row of await rowsOf(user, board)) rates[row.work] = await measure(row)
    for (const row of (await rowsOf(installationOwner, ownBoard)).filter(({ isForOwner }) => isForOwner)) {
      const perSecond = await measure({ ...row, work: `${row.work}, as an owner of the installation` })
      report.addFigure({
        name: `${row.work}: an owner of the installation against another user`,
        value: perSecond / (rates[row.work] ?? 0),
        unit: '×',
        atLeast: 0.95,
      })
    }
    report.addFigure({
      name: 'list of 20 tasks against reading one',
      value: (rates['list of 20 tasks'] ?? 0) / (rates['read one task'] ?? 0),
      unit: '×',
      atLeast: 0.4,
    })
    const opened = await user.prepare(getFullBoard, { params: { id: board.id }, query: AS_OPENED })
    await measureNotModified(report, { url, processes }, opened)
  })
}

interface Row {
  work: string
  request: Request
  /** The statement of the ceiling. */
  statement: Omit<BareStatement, 'databaseUrl'>
  target?: number
  connections?: number
  isForOwner?: boolean
}

/** What the web application asks for, with its own client. */
async function rowsOf({ prepare, userId }: Session, { id, projectId, taskIds }: Board): Promise<Row[]> {
  const taskId = taskIds[500] as number
  const ofProject = { projectId: String(projectId) }
  const list = (limit: number) => prepare(listTasks, { query: { ...ofProject, limit } })
  const board = (query: { perColumn: number; withProject?: true }) =>
    prepare(getFullBoard, { params: { id }, query })
  return [
    {
      work: 'read one task',
      request: await prepare(getTask, { params: { id: taskId } }),
      statement: { text: oneTask, values: [taskId] },
      target: 0.6,
      isForOwner: true,
    },
    {
      work: 'list of 20 tasks',
      request: await list(20),
      statement: { text: tasksOfProject, values: [projectId, 20] },
      isForOwner: true,
    },
    {
      work: 'list of 1,000 tasks, 16 connections',
      request: await list(1000),
      statement: { text: tasksOfProject, values: [projectId, 1000] },
      connections: 16,
      isForOwner: true,
    },
    {
      work: 'table page',
      request: await prepare(listTasks, {
        query: { ...ofProject, orderBy: '-dueDate', page: 3, limit: 100 },
      }),
      statement: { text: tasksOfProject, values: [projectId, 100] },
      ...READ,
    },
    {
      work: 'my work',
      request: await prepare(listTasks, {
        query: { assigneeId: 'me', completed: false, orderBy: 'dueDate', limit: 300 },
      }),
      statement: { text: tasksOfProject, values: [projectId, ASSIGNED] },
      ...READ,
    },
    {
      work: 'search by a word',
      request: await prepare(listTasks, { query: { search: 'rare', limit: 20 } }),
      statement: { text: tasksWithWord, values: [projectId, '%rare%', 20] },
      ...READ,
    },
    {
      work: 'notifications',
      request: await prepare(listNotifications, { query: { limit: 30 } }),
      statement: { text: latestNotifications, values: [userId, 30] },
      ...READ,
    },
    {
      work: 'navigation',
      request: await prepare(getNavigation),
      statement: { text: projectsWithBoards, values: [userId] },
      ...READ,
    },
    {
      work: 'board of 1,000, whole',
      request: await board({ perColumn: 5000 }),
      statement: { text: wholeBoard, values: [id] },
      target: 0.6,
    },
    {
      work: 'board of 1,000, as opened',
      request: await board(AS_OPENED),
      statement: { text: wholeBoard, values: [id] },
      target: 0.6,
    },
  ]
}

const READ = { target: 0.5, isForOwner: true }
const ASSIGNED = 50
const NOTIFICATIONS = 100

/** A board of 1,000 cards; some of them are assigned to the user, one word is rare, and there are notifications. */
async function createReadable(database: pg.Client, { userId }: Session) {
  const [board] = await createBoards(database, userId, { boards: 1, columns: 5, cards: 1000 })
  if (!board) throw new Error('There is no board')
  const { projectId, taskIds } = board
  await database.query(
    `update tasks set assignee_id = $2, due_date = current_date + (number % 60)::int,
       title = title || case when number % 2 = 0 then ' with a rare word' else '' end
     where project_id = $1 and number <= $3`,
    [projectId, userId, ASSIGNED],
  )
  await database.query(
    `insert into notifications (user_id, type, project_id, board_id, task_id, subject, body, context)
     select $1, 'task.assigned', $2, $3, task_id, 'A task was assigned to you', 'Card of a large board', '{}'
     from unnest($4::bigint[]) as task_id`,
    [userId, projectId, board.id, taskIds.slice(0, NOTIFICATIONS)],
  )
  await database.query('vacuum analyze')
  return board
}

const oneTask = 'select to_json(tasks)::text as body from tasks where id = $1'

const tasksOfProject = `
  select json_agg(task)::text as body from (
    select * from tasks where project_id = $1 and deleted_at is null order by id desc limit $2) as task`

const tasksWithWord = `
  select json_agg(task)::text as body from (
    select tasks.* from tasks join task_texts on task_texts.task_id = tasks.id
    where task_texts.project_id = $1 and task_texts.text like $2 and tasks.deleted_at is null
    order by tasks.id limit $3) as task`

const latestNotifications = `
  select json_agg(notification)::text as body from (
    select id, type, subject, body, context, read_at, created_at from notifications
    where user_id = $1 order by created_at desc, id desc limit $2) as notification`

const projectsWithBoards = `
  select json_agg(project)::text as body from (
    select projects.id, projects.name, projects.type, projects.key, projects.color, projects.icon, mine.role,
      (select json_agg(board) from (select id, name from boards where project_id = projects.id) as board) as boards
    from projects join project_members as mine on mine.project_id = projects.id
    where mine.user_id = $1 and projects.archived_at is null order by projects.name) as project`

const wholeBoard = `
  select json_agg(card)::text as body from (
    select id, number, column_id as "columnId", title, priority_id as "priorityId", assignee_id as "assigneeId",
      start_date as "startDate", due_date as "dueDate", estimate_seconds as "estimateSeconds", position, version,
      comment_count as "commentCount", attachment_count as "attachmentCount", checklist_total as "checklistTotal",
      checklist_done as "checklistDone", tracked_seconds as "trackedSeconds", completed_at as "completedAt",
      updated_at as "updatedAt"
    from tasks where board_id = $1 and position is not null order by column_id, position) as card`

/** One request at a time; what a bare service needs for the same empty answer is not server time. */
async function measureNotModified(
  report: Report,
  { url, processes }: Pick<LoadOptions, 'url' | 'processes'>,
  opened: Request,
) {
  const { etag } = (await sampleOf(url, opened)).headers
  if (!etag) return report.addNote('304 of a board: Atrium sends no ETag with it.')
  const requests = [{ ...opened, headers: { ...opened.headers, 'if-none-match': String(etag) } }]
  const options = { url, requests, connections: 1, status: 304 }
  const bare = await loadBareService(options)
  const notModified = await load({ ...options, processes })
  report.addSpeed({ work: 'board of 1,000, not modified, 1 connection', load: notModified })
  report.addFigure({
    name: 'server time of a 304 for a board of 1,000',
    value: Math.max(0, notModified.p50 - bare.p50),
    unit: 'ms',
    atMost: 1,
    detail: `p50 ${notModified.p50.toFixed(2)} ms, bare Fastify ${bare.p50.toFixed(2)} ms`,
  })
}
