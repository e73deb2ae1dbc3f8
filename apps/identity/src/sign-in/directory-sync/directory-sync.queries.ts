import { sharedRead } from '@atrium/database/prepared'
import { sql } from 'kysely'
import type { Database } from '#database.ts'

/** An account whose owner has signed in from the directory before. */
export interface SeenPerson {
  identityId: number
  userId: number
  issuer: string
  subject: string
  email: string | null
  groups: string[]
  /** The groups here that the user is in because of the directory. */
  groupIds: number[]
}

export async function listSeenPeople(db: Database, slug: string): Promise<SeenPerson[]> {
  return db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.userId')
    .where('identities.provider', '=', slug)
    .where('users.archivedAt', 'is', null)
    .select([
      'identities.id as identityId',
      'identities.userId',
      'identities.issuer',
      'identities.subject',
      'identities.email',
      'identities.groups',
      sql<number[]>`array(
        select group_id from group_members where user_id = identities.user_id and source = ${slug} order by group_id)`.as(
        'groupIds',
      ),
    ])
    .orderBy('identities.id')
    .execute()
}

/** Starts a sync unless another one has started since `dueSince`, on whichever instance. */
export async function startSync(db: Database, providerId: number, times: { now: string; dueSince: string }) {
  const { rows } = await sql`
    insert into directory_syncs (provider_id, started_at) values (${providerId}, ${times.now})
    on conflict (provider_id) do update set started_at = excluded.started_at
    where directory_syncs.started_at <= ${times.dueSince}::timestamptz
    returning provider_id`.execute(db)
  return rows.length > 0
}

export type SyncProblem = 'unavailable' | 'too_many_departed'

export interface SyncOutcome {
  checked: number
  departed: number
  problem: SyncProblem | null
}

export async function finishSync(db: Database, providerId: number, outcome: SyncOutcome, finishedAt: string) {
  await db
    .insertInto('directorySyncs')
    .values({ providerId, startedAt: finishedAt, finishedAt, ...outcome })
    .onConflict(conflict => conflict.column('providerId').doUpdateSet({ finishedAt, ...outcome }))
    .execute()
}

/** The directory that the user comes from, unless the last sync found it away: then nobody waits for it. */
export const findDirectoryIdentity = sharedRead((db: Database, userId: number) =>
  db
    .selectFrom('identities')
    .innerJoin('signInProviders', 'signInProviders.slug', 'identities.provider')
    .leftJoin('directorySyncs', 'directorySyncs.providerId', 'signInProviders.id')
    .where('identities.userId', '=', userId)
    .where('signInProviders.kind', '=', 'ldap')
    .where('signInProviders.isEnabled', '=', true)
    .where(sql<boolean>`directory_syncs.problem is distinct from 'unavailable'`)
    .select(['identities.provider', 'identities.subject']),
)

export async function updateSeenPerson(
  tx: Database,
  identityId: number,
  seen: { email: string | null; groups: string[] },
) {
  await tx.updateTable('identities').set(seen).where('id', '=', identityId).execute()
}

/** The last sync of every directory, with the slug of its provider. */
export async function listSyncs(db: Database) {
  return db
    .selectFrom('directorySyncs')
    .innerJoin('signInProviders', 'signInProviders.id', 'directorySyncs.providerId')
    .where('signInProviders.isEnabled', '=', true)
    .select(['slug', 'finishedAt', 'checked', 'departed', 'problem'])
    .orderBy('slug')
    .execute()
}
