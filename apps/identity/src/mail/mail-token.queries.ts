import { sql } from 'kysely'
import type { Database } from '#database.ts'

export type MailPurpose = 'confirm_email' | 'reset_password'

interface NewMailToken {
  userId: number
  purpose: MailPurpose
  token: string
  email: string
  expiresAt: string
  createdAt: string
  /** The authorization request that the user left. */
  authorizationQuery?: string | undefined
}

/** Only the newest token works. */
export async function replaceMailToken(tx: Database, token: NewMailToken) {
  await tx
    .updateTable('mailTokens')
    .set({ usedAt: token.createdAt })
    .where('userId', '=', token.userId)
    .where('purpose', '=', token.purpose)
    .where('usedAt', 'is', null)
    .execute()
  await tx.insertInto('mailTokens').values(token).execute()
}

export async function countRecentTokens(db: Database, userId: number, purpose: MailPurpose, since: string) {
  const { total } = await db
    .selectFrom('mailTokens')
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('createdAt', '>', since)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** An unused, unexpired token of an active user who still has that address. */
export async function findMailToken(db: Database, digest: string, purpose: MailPurpose, now: string) {
  return selectValid(db, digest, purpose, now).executeTakeFirst()
}

export async function lockMailToken(tx: Database, digest: string, purpose: MailPurpose, now: string) {
  return selectValid(tx, digest, purpose, now).forUpdate('mailTokens').executeTakeFirst()
}

function selectValid(db: Database, digest: string, purpose: MailPurpose, now: string) {
  return db
    .selectFrom('mailTokens')
    .innerJoin('users', 'users.id', 'mailTokens.userId')
    .where('token', '=', digest)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('users.archivedAt', 'is', null)
    .whereRef('users.email', '=', 'mailTokens.email')
    .select([
      'mailTokens.id',
      'mailTokens.userId',
      'mailTokens.authorizationQuery',
      'users.email',
      'users.phone',
      'users.surname',
      'users.name',
      'users.patronymic',
    ])
}

/** Whom an old confirmation link was sent to; its owner may ask for another. */
export async function findTokenEmail(db: Database, digest: string) {
  const found = await db
    .selectFrom('mailTokens')
    .where('token', '=', digest)
    .where('purpose', '=', 'confirm_email')
    .select('email')
    .executeTakeFirst()
  return found?.email
}

/** A link that was requested before the password changed must not change it again. */
export async function endResetLinks(tx: Database, userId: number) {
  await tx
    .updateTable('mailTokens')
    .set({ usedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('purpose', '=', 'reset_password')
    .where('usedAt', 'is', null)
    .execute()
}

export async function markTokenUsed(tx: Database, id: number, usedAt: string) {
  await tx.updateTable('mailTokens').set({ usedAt }).where('id', '=', id).execute()
}
