import { listReply, type Page } from '@atrium/core/paging'
import { sql } from 'kysely'
import { inReadingOrder, parseScopes } from '#access-control/scopes.contract.ts'
import type { Database } from '#database.ts'
import { activeSessions } from '#tokens/user-session.queries.ts'
import type { ConnectedApplication } from './application.contract.ts'

interface Listed {
  now: Date
  /** Our own pages are no application. */
  firstPartyId: string
}

export async function listApplicationPage(db: Database, userId: number, listed: Listed, page: Page) {
  const applications = connectedApplications(userId, listed)
  const [{ rows }, counted] = await Promise.all([
    sql<Omit<ConnectedApplication, 'scopes'> & { scope: string }>`
      select * from (${applications}) as application
      order by last_used_at desc, id limit ${sql.lit(page.limit)} offset ${page.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from (${applications}) as application`.execute(db),
  ])
  const items = rows.map(({ scope, ...application }) => ({
    ...application,
    scopes: inReadingOrder(parseScopes(scope)),
  }))
  return listReply(items, counted.rows[0]?.total ?? 0, page)
}

/** With a consent, or with sign-ins that are active. */
function connectedApplications(userId: number, { now, firstPartyId }: Listed) {
  return sql`
    select clients.id, clients.client_id, clients.name, clients.is_trusted,
      concat_ws(' ', consents.scope, used.scope) as scope, coalesce(used.sessions, 0) as sessions,
      least(consents.granted_at, used.since) as connected_at,
      greatest(consents.last_used_at, used.last_used_at) as last_used_at
    from clients
    left join consents on consents.client_id = clients.id and consents.user_id = ${userId}
    left join (
      select family.client_id, string_agg(family.scope, ' ') as scope, count(*) as sessions,
        min(family.created_at) as since, max(tokens.last_used_at) as last_used_at
      from ${activeSessions(userId, now)} group by family.client_id) as used on used.client_id = clients.id
    where clients.is_active and clients.client_id <> ${firstPartyId}
      and (consents.user_id is not null or used.client_id is not null)`
}
