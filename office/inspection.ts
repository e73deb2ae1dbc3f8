import { setTimeout as sleep } from 'node:timers/promises'
import { openClient } from '@atrium/database/servers'
import { getFullBoard } from '@atrium/tasks/boards/full-board.contract'
import { listTasks } from '@atrium/tasks/tasks/task.contract'
import type pg from 'pg'
import type { Follower } from './followers.ts'
import type { Ledger, Written } from './ledger.ts'
import type { Office, Project } from './office.ts'
import type { Person, Premises } from './people.ts'

const ARRIVAL_MS = 60_000
/** Often enough to reach every instance. */
const READS = 6

/** What is wrong after a day, each in words; everything is empty after a good one. */
export interface Inspection {
  /** Acknowledged, but not there. */
  lost: string[]
  /** There more than once. */
  doubled: string[]
  /** Changes that followers did not see, without being told to load everything again. */
  unseen: string[]
  notificationsLost: string[]
  notificationsDoubled: string[]
  /** Counts, positions and boards that do not fit together. */
  inconsistent: string[]
}

/** Compares what everyone was told and has seen with what the database contains. */
export async function inspectOffice(office: Office, followers: Follower[]): Promise<Inspection> {
  const database = await openClient(office.premises.tasksDatabaseUrl)
  try {
    await untilArrived(office, followers, database)
    const texts = []
    for (const [table, column] of Object.entries(textColumns)) {
      texts.push(await compareTexts(database, office.ledger, table as Written, column))
    }
    const versions = await compareVersions(database, office.ledger)
    return {
      lost: [...texts.flatMap(({ lost }) => lost), ...versions],
      doubled: texts.flatMap(({ doubled }) => doubled),
      unseen: await findUnseen(database, office, followers),
      ...compareNotifications(office.ledger, followers),
      inconsistent: [
        ...(await findWrongCounts(database)),
        ...(await compareBoards(office, database)),
        ...(await compareTotals(office, database)),
      ],
    }
  } finally {
    await database.end()
  }
}

/** How often PostgreSQL had to end a deadlock. Connections report it when they are closed, at the latest. */
export async function countDeadlocks({ identityDatabaseUrl, tasksDatabaseUrl }: Premises) {
  let deadlocks = 0
  for (const url of [identityDatabaseUrl, tasksDatabaseUrl]) {
    const database = await openClient(url)
    const { rows } = await database.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    deadlocks += Number(rows[0]?.deadlocks)
    await database.end()
  }
  return deadlocks
}

const textColumns: Record<Written, string> = {
  tasks: 'title',
  comments: 'text',
  checklist_items: 'title',
  time_intervals: 'note',
}

async function compareTexts(database: pg.Client, { written }: Ledger, table: Written, column: string) {
  const { rows } = await database.query<{ text: string; count: string }>(
    `select ${column} as text, count(*) from ${table} where ${column} is not null group by ${column}`,
  )
  const stored = new Map(rows.map(({ text, count }) => [text, Number(count)]))
  return {
    lost: [...written[table]].filter(text => !stored.has(text)).map(text => `${table}: ${text}`),
    doubled: [...stored].flatMap(([text, count]) => (count > 1 ? `${table}: ${text} (${count})` : [])),
  }
}

/** Two changes of a task that were acknowledged with the same version are one too few. */
async function compareVersions(database: pg.Client, { tasks }: Ledger) {
  const { rows } = await database.query<{ id: string; version: number }>('select id, version from tasks')
  const stored = new Map(rows.map(({ id, version }) => [Number(id), Number(version)]))
  return [...tasks.values()].flatMap(({ id, acknowledged }) => {
    const versions = acknowledged.map(({ version }) => version)
    if (new Set(versions).size < versions.length) return `task ${id}: versions ${versions.join(', ')}`
    if (Math.max(...versions) > (stored.get(id) ?? 0))
      return `task ${id}: not version ${Math.max(...versions)}`
    return []
  })
}

/** Every acknowledged change costs nobody more than this wait. */
async function untilArrived(office: Office, followers: Follower[], database: pg.Client) {
  const isComplete = async () =>
    (await findUnseen(database, office, followers)).length === 0 &&
    compareNotifications(office.ledger, followers).notificationsLost.length === 0
  for (const deadline = Date.now() + ARRIVAL_MS; !(await isComplete()) && Date.now() < deadline; )
    await sleep(250)
}

async function findUnseen(database: pg.Client, { projects }: Office, followers: Follower[]) {
  const { rows } = await database.query<{ id: string; type: string; projectId: string; at: Date }>(
    'select id, type, project_id as "projectId", created_at as at from activity where project_id = any($1)',
    [projects.map(({ id }) => id)],
  )
  const changes = rows.map(row => ({ ...row, id: Number(row.id), projectId: Number(row.projectId) }))
  return followers.flatMap(({ person, projectIds, changes: seen, startedAt, resyncedAt }) =>
    changes
      .filter(
        ({ projectId, at }) =>
          projectIds.includes(projectId) && at.getTime() > Math.max(startedAt, resyncedAt),
      )
      .filter(({ id }) => !seen.has(id))
      .map(({ id, type }) => `${person.email}: ${type} (${id})`),
  )
}

function compareNotifications({ due, assignmentsOf }: Ledger, followers: Follower[]) {
  const byUser = new Map(followers.map(follower => [follower.person.id, follower]))
  return {
    notificationsLost: due
      .filter(({ userId, taskId }) => !byUser.get(userId)?.assignments.has(taskId))
      .map(({ userId, taskId }) => `user ${userId}: task ${taskId}`),
    notificationsDoubled: followers.flatMap(({ person, assignments }) =>
      [...assignments].flatMap(([taskId, count]) =>
        count > assignmentsOf(taskId, person.id) ? `${person.email}: task ${taskId} (${count})` : [],
      ),
    ),
  }
}

const wrongCounts = {
  comments: `select id from tasks
    where comment_count <> (select count(*) from comments where task_id = tasks.id)`,
  'checklist items': `select id from tasks
    where (checklist_total, checklist_done) <> (select count(*), count(*) filter (where is_done) from checklist_items where task_id = tasks.id)`,
  'tracked time': `select id from tasks
    where tracked_seconds <> (select coalesce(sum(extract(epoch from ended_at - started_at)), 0)::bigint
      from time_intervals where task_id = tasks.id and ended_at is not null)`,
  positions: `select min(id) as id from tasks where position is not null group by column_id, position having count(*) > 1`,
  numbers: `select min(id) as id from tasks group by project_id, number having count(*) > 1`,
  'last numbers': `select id from projects
    where last_task_number < (select coalesce(max(number), 0) from tasks where project_id = projects.id)`,
  'columns of other boards': `select tasks.id from tasks join board_columns on board_columns.id = column_id
    where board_columns.board_id <> tasks.board_id`,
}

async function findWrongCounts(database: pg.Client) {
  const found: string[] = []
  for (const [name, query] of Object.entries(wrongCounts)) {
    const { rows } = await database.query<{ id: string }>(query)
    if (rows.length > 0) found.push(`${name}: ${rows.map(({ id }) => id).join(', ')}`)
  }
  return found
}

/** Reads each board several times, from the caches of all instances, and compares it with its rows. */
async function compareBoards({ projects }: Office, database: pg.Client) {
  const problems: string[] = []
  for (const project of projects) {
    const { rows } = await database.query<{ card: string }>(
      `select concat_ws(' ', tasks.id, column_id, version, comment_count, checklist_done, tracked_seconds) as card
       from tasks join board_columns on board_columns.id = column_id
       where tasks.board_id = $1 and tasks.position is not null order by board_columns.position, tasks.position`,
      [project.boardId],
    )
    const stored = rows.map(({ card }) => card).join('\n')
    for (let read = 0; read < READS; read += 1) {
      if ((await readBoard(project)) !== stored)
        problems.push(`board ${project.boardId} is not as it is stored`)
    }
  }
  return problems
}

async function readBoard({ boardId, members }: Project) {
  const { call } = members[0] as Person
  const { item } = await call(getFullBoard, { params: { id: boardId }, query: { perColumn: 5000 } })
  return item.columns
    .flatMap(({ tasks }) => tasks)
    .map(({ id, columnId, version, commentCount, checklistDone, trackedSeconds }) =>
      [id, columnId, version, commentCount, checklistDone, trackedSeconds].join(' '),
    )
    .join('\n')
}

async function compareTotals({ projects }: Office, database: pg.Client) {
  const problems: string[] = []
  for (const { id, members } of projects) {
    const { rows } = await database.query<{ count: string }>(
      'select count(*) from tasks where project_id = $1 and deleted_at is null',
      [id],
    )
    const { _meta } = await (members[0] as Person).call(listTasks, {
      query: { projectId: String(id), limit: 1 },
    })
    if (_meta.total !== Number(rows[0]?.count))
      problems.push(`project ${id}: ${_meta.total} tasks are listed`)
  }
  return problems
}
