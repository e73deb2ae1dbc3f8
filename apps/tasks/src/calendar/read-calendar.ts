import { offeredLanguages, preferredLanguage } from '@atrium/core/languages'
import { sha256 } from '@atrium/core/sha256'
import { sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import { findLanguage } from '#administration/user.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden, Gone, NotFound, ValidationFailed } from '#errors.ts'
import { selectMatchingAndDeleted } from '#tasks/matching-tasks.queries.ts'
import type { TaskSelection } from '#tasks/task.contract.ts'
import { texts } from '#texts.ts'
import { findVisibleView } from '#views/saved-view.queries.ts'
import { requireProject } from './calendar-feed.commands.ts'
import { findFeedByDigest, noteFeedRead, type StoredFeed } from './calendar-feed.queries.ts'
import { type Calendar, type CalendarTask, icalOf } from './ical.ts'

const MAX_TASKS = 2000
const DAY_MS = 86_400_000
const DAYS_BACK = 90
const DAYS_AHEAD = 365
const CANCELLED_DAYS = 30

/** Whatever is missing, the answer is the same: a token proves nothing else. */
export async function readCalendar(deps: Deps, token: string, kind: Calendar['kind']) {
  const feed = await findFeedByDigest(deps.db, sha256(token))
  const actor = feed && (await deps.absentUsers.find(feed.userId))
  if (!feed || !actor) throw new NotFound('calendar_feed_not_found')
  const tasks = await readTasks(deps, actor, feed).catch(refuse)
  await noteFeedRead(deps.db, feed.id, deps.now())
  const { TASKS_URL, FRONTEND_URL } = deps.settings
  return icalOf({
    name: await nameOf(deps, feed),
    kind,
    host: new URL(TASKS_URL).hostname,
    application: FRONTEND_URL.replace(/\/?$/, '/'),
    tasks,
  })
}

/** A filter that names what has been deleted since is refused, too. */
function refuse(error: unknown): never {
  const isRefusal = [NotFound, Forbidden, Gone, Conflict, ValidationFailed].some(
    kind => error instanceof kind,
  )
  if (isRefusal) throw new NotFound('calendar_feed_not_found')
  throw error
}

async function readTasks(deps: Deps, actor: Actor, feed: StoredFeed): Promise<CalendarTask[]> {
  const selection = await selectionOf(deps.db, actor, feed)
  return deps.replica.read(db => listTasks(db, actor, selection, deps.now()))
}

async function selectionOf(db: Database, actor: Actor, feed: StoredFeed): Promise<TaskSelection> {
  const { kind, projectId, viewId } = feed
  if (projectId !== null) await requireProject(db, actor, projectId)
  if (kind === 'mine') return { filter: 'assignee = me' }
  if (viewId === null) return { projectId: String(projectId) }
  const view = await findVisibleView(db, actor.id, viewId)
  if (!view) throw new NotFound('view_not_found')
  return { filter: view.filter, ...(projectId !== null && { projectId: String(projectId) }) }
}

async function listTasks(db: Database, actor: Actor, selection: TaskSelection, now: Date) {
  const daysFromNow = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const day = (days: number) => daysFromNow(days).toISOString().slice(0, 10)
  const matching = await selectMatchingAndDeleted(db, actor, selection, now)
  return matching
    .where(lastDay, '>=', day(-DAYS_BACK))
    .where(firstDay, '<=', day(DAYS_AHEAD))
    .where(({ eb, or }) =>
      or([
        eb('tasks.deletedAt', 'is', null),
        eb('tasks.deletedAt', '>', daysFromNow(-CANCELLED_DAYS).toISOString()),
      ]),
    )
    .innerJoin('projects', 'projects.id', 'tasks.projectId')
    .select([
      'tasks.id',
      'tasks.number',
      'tasks.title',
      'tasks.startDate',
      'tasks.dueDate',
      'tasks.createdAt',
      'tasks.updatedAt',
      'tasks.completedAt',
      'tasks.deletedAt',
      'tasks.version',
      'projects.key as projectKey',
      'projects.name as projectName',
    ])
    .orderBy(firstDay)
    .orderBy('tasks.id')
    .limit(sql.lit(MAX_TASKS))
    .execute()
}

// These expressions are those of the index tasks_project_days_idx.
const firstDay = sql<string>`coalesce(tasks.start_date, tasks.due_date)`
const lastDay = sql<string>`coalesce(tasks.due_date, tasks.start_date)`

async function nameOf({ db, settings, notices }: Deps, { name, userId }: StoredFeed) {
  if (name !== null) return name
  const language = preferredLanguage([await findLanguage(db, userId)], offeredLanguages(settings))
  return texts(language, notices.current().branding.name).calendar.mine
}
