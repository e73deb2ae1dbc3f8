import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { RightsChanged, TokensRevoked } from '#events.ts'
import type { Announcement } from './announcement.contract.ts'

/**
 * Written with the change; returns its transaction. A session is announced as its user, because other services do not
 * know sessions.
 */
export async function insertAnnouncement(tx: Database, event: TokensRevoked | RightsChanged) {
  const { userId = null, tokenId = null, clientId = null, familyId = null } = event as Partial<TokensRevoked>
  const { groupId = null } = event as Partial<RightsChanged>
  const { rows } = await sql<{ xid: string }>`
    insert into announcements (user_id, token_id, client_id, group_id)
    values (coalesce(${userId}, (select user_id from token_families where id = ${familyId})),
      ${tokenId}, ${clientId}, ${groupId})
    returning xid::text`.execute(tx)
  return rows[0] as { xid: string }
}

interface Heard {
  /** The snapshot that was read. */
  cursor: string
  announcements: Announcement[]
  /** Whether the last cursor belongs to another database, such as one from before a backup was restored. */
  isCursorUnknown: boolean
}

/**
 * Everything that was committed since the snapshot `cursor`, in one statement, whose own snapshot is the next cursor: a
 * transaction that commits late is in exactly one of them. Without a cursor, nothing but the next one. After a backup was
 * restored there can be rows from the future, which the bound `xmax` ignores.
 */
export async function readAnnouncements(db: Database, cursor: string | undefined): Promise<Heard> {
  const { rows } = await sql<Heard>`
    with current as materialized (select pg_current_snapshot() as now, ${cursor ?? null}::pg_snapshot as last)
    select now::text as cursor,
      coalesce(pg_snapshot_xmax(last) > pg_snapshot_xmax(now), false) as is_cursor_unknown,
      array(
        select json_strip_nulls(json_build_object(
          'userId', user_id, 'tokenId', token_id, 'clientId', client_id, 'groupId', group_id))
        from announcements
        where xid >= pg_snapshot_xmin(last) and xid < pg_snapshot_xmax(now) and not pg_visible_in_snapshot(xid, last)
        order by id) as announcements
    from current`.execute(db)
  return rows[0] as Heard
}

/** Says that followers can rely on answers of this instance until then. */
export async function registerAnnouncer(db: Database, instance: string, ms: number) {
  await sql`
    insert into announcers (instance, valid_until)
    values (${instance}, clock_timestamp() + ${ms}::int * interval '1 millisecond')
    on conflict (instance) do update set valid_until = excluded.valid_until`.execute(db)
}

/** Lists the instances on whose answers a follower may still rely. */
export async function listAnnouncers(db: Database) {
  const { rows } = await sql<{ instance: string }>`
    select instance from announcers where valid_until > clock_timestamp()`.execute(db)
  return rows.map(({ instance }) => instance)
}
