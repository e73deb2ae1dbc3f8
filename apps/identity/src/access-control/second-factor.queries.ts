import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#database.ts'

/** Whether a user has one of the roles that require a second factor, but no second factor. */
export function lacksSecondFactor(roles: string[], userId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (roles.length === 0) return sql<boolean>`false`
  return sql<boolean>`(${hasOneOf(roles, userId)} and not ${hasSecondFactor(userId)})`
}

/** Whether a user has set up codes or a passkey. */
export function hasSecondFactor(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${hasPasskey(userId)} or exists (
    select from two_factors where two_factors.user_id = ${userId} and confirmed_at is not null))`
}

export function mustSetUpTwoFactor(db: Database, roles: string[], userId: number) {
  return isTrue(db, roles, lacksSecondFactor(roles, sql`${userId}::bigint`))
}

/** Where a role requires a second factor, users whose only one is a passkey can't sign in with the password alone. */
export function mustUsePasskey(db: Database, roles: string[], userId: number) {
  const user = sql`${userId}::bigint`
  return isTrue(db, roles, sql<boolean>`(${hasOneOf(roles, user)} and ${hasPasskey(user)})`)
}

export async function listUnknownRoles(db: Database, roles: string[]) {
  const known = await db.selectFrom('roles').select('name').execute()
  return roles.filter(role => !known.some(({ name }) => name === role))
}

async function isTrue(db: Database, roles: string[], condition: RawBuilder<boolean>) {
  if (roles.length === 0) return false
  const { rows } = await sql<{ isTrue: boolean }>`select ${condition} as is_true`.execute(db)
  return rows[0]?.isTrue === true
}

function hasOneOf(roles: string[], userId: RawBuilder<unknown>) {
  return sql`exists (select from held_roles join roles on roles.id = held_roles.role_id
    where held_roles.user_id = ${userId} and roles.name = any(${roles}::text[]))`
}

function hasPasskey(userId: RawBuilder<unknown>) {
  return sql`exists (select from passkeys where passkeys.user_id = ${userId})`
}
