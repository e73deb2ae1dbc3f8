import { among } from '@atrium/database/conditions'
import { prepared } from '@atrium/database/prepared'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { type Event, isActivity } from '#events.ts'
import type { Navigation } from './navigation.contract.ts'

/**
 * A `Navigation` as JSON, in one statement, however many projects there are. `readsAll`: boards of projects without membership
 * can be starred too. `limit` are the only projects that count, if there are such.
 */
export async function readNavigation(
  db: Database,
  userId: number,
  readsAll: boolean,
  limit: number[] | undefined,
) {
  const [found] = await navigation(db, userId, readsAll, limit ?? null)
  return (found as { text: string }).text
}

export async function getNavigation(db: Database, userId: number, readsAll: boolean): Promise<Navigation> {
  return JSON.parse(await readNavigation(db, userId, readsAll, undefined))
}

const navigation = prepared(
  (_db: Database, userId: number, readsAll: boolean, limit: number[] | null) => sql<{ text: string }>`
    select json_build_object(
      'projects', (select coalesce(json_agg(project order by project.name, project.id), '[]') from (
        select projects.id, projects.name, projects.type, projects.key, projects.color, projects.icon, mine.role as "myRole",
          (select coalesce(json_agg(json_build_object('id', boards.id, 'name', boards.name) order by boards.position), '[]')
            from boards where boards.project_id = projects.id and boards.deleted_at is null) as boards
        from projects join project_members as mine on mine.project_id = projects.id and mine.user_id = ${userId}
        where projects.archived_at is null and ${isWithin(limit)}
      ) as project),
      'starred', (select coalesce(json_agg(json_build_object('id', boards.id, 'name', boards.name,
          'projectId', projects.id, 'projectName', projects.name) order by starred_at, boards.id), '[]')
        from starred_boards
          join boards on boards.id = starred_boards.board_id and boards.deleted_at is null
          join projects on projects.id = boards.project_id and projects.archived_at is null
          left join project_members as mine on mine.project_id = projects.id and mine.user_id = ${userId}
        where starred_boards.user_id = ${userId} and (mine.user_id is not null or ${readsAll}) and ${isWithin(limit)}))::text as text`,
)

function isWithin(limit: number[] | null) {
  return sql`(${limit}::bigint[] is null or projects.id = any(${limit}::bigint[]))`
}

/** Whether it is new. The board stays until the transaction ends. */
export async function insertStar(tx: Database, userId: number, boardId: number, starredAt: Date) {
  const { numAffectedRows } = await sql`
    insert into starred_boards (user_id, board_id, project_id, starred_at)
    select ${userId}, id, project_id, ${starredAt.toISOString()} from boards where id = ${boardId} for key share
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Whether there was one. */
export async function deleteStar(tx: Database, userId: number, boardId: number) {
  const { numDeletedRows } = await tx
    .deleteFrom('starredBoards')
    .where('userId', '=', userId)
    .where('boardId', '=', boardId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

const changesOfNavigation = /^(project\.|board\.|member\.)/

/** The users whose navigation these events change: everyone in the projects, and those who just left them. */
export async function listNavigationUserIds(tx: Database, events: readonly Event[]) {
  const own = events.flatMap(event => (event.type === 'NavigationChanged' ? [event.userId] : []))
  const changes = events.filter(isActivity).filter(({ type }) => changesOfNavigation.test(type))
  if (changes.length === 0) return own
  const left = changes.flatMap(event => (event.type === 'member.removed' ? [event.before.userId] : []))
  const members = await tx
    .selectFrom('projectMembers')
    .where(among('projectId', [...new Set(changes.map(({ projectId }) => projectId))]))
    .select('userId')
    .execute()
  return [...own, ...left, ...members.map(({ userId }) => userId)]
}
