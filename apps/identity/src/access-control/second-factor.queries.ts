import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#database.ts'

/** Whether a user holds a role that needs a second factor and has none. Where no role does, nothing is looked up. */
export function lacksSecondFactor(roles: string[], userId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (roles.length === 0) return sql<boolean>`false`
  return sql<boolean>`(${holdsOne(roles, userId)} and not ${hasPasskey(userId)} and not exists (
    select from two_factors where two_factors.user_id = ${userId} and confirmed_at is not null))`
}

export function mustSetUpTwoFactor(db: Database, roles: string[], userId: number) {
  return isTrue(db, roles, lacksSecondFactor(roles, sql`${userId}::bigint`))
}

/** Where a second factor is needed the password alone is too little for somebody whose only one is a passkey. */
export function mustUsePasskey(db: Database, roles: string[], userId: number) {
  const user = sql`${userId}::bigint`
  return isTrue(db, roles, sql<boolean>`(${holdsOne(roles, user)} and ${hasPasskey(user)})`)
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

function holdsOne(roles: string[], userId: RawBuilder<unknown>) {
  return sql`exists (select from user_roles join roles on roles.id = user_roles.role_id
    where user_roles.user_id = ${userId} and roles.name = any(${roles}::text[]))`
}

function hasPasskey(userId: RawBuilder<unknown>) {
  return sql`exists (select from passkeys where passkeys.user_id = ${userId})`
}
