import { sharedRead } from '@atrium/database/prepared'
import { sql } from 'kysely'
import type { Database } from '#database.ts'

/** An account whose owner has signed in from the directory before. */
export interface SeenPerson {
  /** The slug of the directory. */
  provider: string
  identityId: number
  userId: number
  issuer: string
  subject: string
  email: string | null
  groups: string[]
  /** The groups here that the user is in because of the directory. */
  groupIds: number[]
}

function seenPeople(db: Database) {
  return db.selectFrom('identities').select([
    'identities.provider',
    'identities.id as identityId',
    'identities.userId',
    'identities.issuer',
    'identities.subject',
    'identities.email',
    'identities.groups',
    sql<number[]>`array(
      select group_id from group_members
      where user_id = identities.user_id and source = identities.provider order by group_id)`.as('groupIds'),
  ])
}

export async function listSeenPeople(db: Database, slug: string): Promise<SeenPerson[]> {
  return seenPeople(db)
    .innerJoin('users', 'users.id', 'identities.userId')
    .where('identities.provider', '=', slug)
    .where('users.archivedAt', 'is', null)
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

/** The user in each of their directories, except those that the last sync found away: nobody waits for them. */
export const listDirectoryIdentities = sharedRead((db: Database, userId: number) =>
  seenPeople(db)
    .innerJoin('signInProviders', 'signInProviders.slug', 'identities.provider')
    .leftJoin('directorySyncs', 'directorySyncs.providerId', 'signInProviders.id')
    .where('identities.userId', '=', userId)
    .where('signInProviders.kind', '=', 'ldap')
    .where('signInProviders.isEnabled', '=', true)
    .where(sql<boolean>`directory_syncs.problem is distinct from 'unavailable'`)
    .orderBy('identities.id'),
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
