import { ValidationFailed } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { archiveWithin } from '#users/user.commands.ts'
import { isCurrentPassword } from './current-password.ts'

/** With the password: whoever finds an open browser does not end somebody's account. */
export async function archiveSelf(deps: Deps, actor: Actor, id: number, currentPassword: string) {
  if (!(await isCurrentPassword(deps, id, actor.address ?? '', currentPassword))) {
    throw new ValidationFailed({ currentPassword: ['is not your password'] })
  }
  return inTransaction(deps, (tx, emit) => archiveWithin(deps, tx, emit, { actor, id }))
}
