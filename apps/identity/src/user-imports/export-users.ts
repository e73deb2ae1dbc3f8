import { sql } from 'kysely'
import type { Deps } from '#deps.ts'
import { readTwoFactor } from '#sign-in/two-factor/two-factor.commands.ts'
import type { ImportedUser } from './formats/imported-user.ts'

const PAGE = 500

/** Yields every user whose data was not erased, in the format that `users:import` reads, with their password hashes. */
export async function* exportUsers(deps: Deps): AsyncIterable<ImportedUser> {
  let last = 0
  while (true) {
    const users = await listUsersAfter(deps, last)
    for (const { id, sealedOtpSecret, ...user } of users)
      yield { ...user, otpSecret: sealedOtpSecret && readTwoFactor(deps, sealedOtpSecret) }
    const next = users.at(-1)?.id
    if (next === undefined) return
    last = next
  }
}

async function listUsersAfter({ db }: Deps, last: number) {
  return db
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.userId', 'users.id')
    .leftJoin('twoFactors', join =>
      join.onRef('twoFactors.userId', '=', 'users.id').on('twoFactors.confirmedAt', 'is not', null),
    )
    .where('users.id', '>', last)
    .where('users.erasedAt', 'is', null)
    .select([
      'users.id',
      'users.email',
      'users.name',
      'users.surname',
      'users.patronymic',
      'users.phone',
      'users.emailVerifiedAt',
      'users.archivedAt',
      'passwords.hash as passwordHash',
      'twoFactors.secret as sealedOtpSecret',
      sql<string[]>`array(
        select groups.name from groups
        where groups.id in (select group_id from group_members where group_members.user_id = users.id)
        order by groups.name)`.as('groups'),
      sql<string[]>`array(
        select roles.name from user_roles join roles on roles.id = user_roles.role_id
        where user_roles.user_id = users.id order by roles.name)`.as('roles'),
    ])
    .orderBy('users.id')
    .limit(PAGE)
    .execute()
}
