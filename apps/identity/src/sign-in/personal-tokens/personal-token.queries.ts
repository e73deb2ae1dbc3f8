import type { Page } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import { hasOwnerRole } from '#access-control/hierarchy.queries.ts'
import { lacksSecondFactor } from '#access-control/second-factor.queries.ts'
import type { Database } from '#database.ts'

const USE_RECORDED_EVERY = sql`interval '1 minute'`

interface StoredToken {
  userId: number
  name: string
  digest: string
  scope: string
  projectIds: number[] | null
  createdAt: string
  expiresAt: string | null
}

export async function insertPersonalToken(tx: Database, token: StoredToken) {
  const { projectIds } = token
  return tx
    .insertInto('personalTokens')
    .values({ ...token, projectIds: sql`${projectIds}::bigint[]` })
    .returning(['id', 'name', 'scope', 'projectIds', 'createdAt', 'expiresAt', 'lastUsedAt'])
    .executeTakeFirstOrThrow()
}

export async function countPersonalTokens(tx: Database, userId: number) {
  const { count } = await tx
    .selectFrom('personalTokens')
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function listPersonalTokens(db: Database, userId: number, page: Page) {
  const tokens = db
    .selectFrom('personalTokens')
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .select(['id', 'name', 'scope', 'projectIds', 'createdAt', 'expiresAt', 'lastUsedAt'])
    .orderBy('id', 'desc')
  return listPage(tokens, page)
}

/** Revokes a token, and returns whether it was still active. */
export async function revokePersonalToken(tx: Database, id: number, userId: number, now: string) {
  const revoked = await tx
    .updateTable('personalTokens')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return revoked?.name
}

/** An active token of an active user; its use is recorded at most once a minute. */
export async function usePersonalToken(db: Database, digest: string, now: string, twoFactorRoles: string[]) {
  const found = await db
    .selectFrom('personalTokens as token')
    .innerJoin('users', 'users.id', 'token.userId')
    .where('token.digest', '=', digest)
    .where('token.revokedAt', 'is', null)
    .where(sql<boolean>`(token.expires_at is null or token.expires_at > ${now})`)
    .where('users.archivedAt', 'is', null)
    .select(['token.id', 'token.userId', 'token.name', 'token.scope', 'token.projectIds'])
    .select(['token.createdAt', 'token.expiresAt'])
    .select([
      sql<boolean>`coalesce(token.last_used_at < ${now}::timestamptz - ${USE_RECORDED_EVERY}, true)`.as(
        'isUseDue',
      ),
      lacksSecondFactor(twoFactorRoles, sql.ref('token.userId')).as('lacksSecondFactor'),
      hasOwnerRole(sql.ref('token.userId')).as('isOwner'),
    ])
    .executeTakeFirst()
  if (!found || found.lacksSecondFactor) return undefined
  if (found.isUseDue) await recordUse(db, found.id, now)
  return found
}

/** Concurrent requests record one use. */
async function recordUse(db: Database, id: number, now: string) {
  await sql`update personal_tokens set last_used_at = ${now} where id = ${id}
    and coalesce(last_used_at < ${now}::timestamptz - ${USE_RECORDED_EVERY}, true)`.execute(db)
}
