import { Conflict } from '@atrium/core/errors'
import type { Emit } from '@atrium/database/transaction'
import type { Database } from '#database.ts'
import type { Event } from '#events.ts'
import type { Profile } from './profile.ts'
import {
  ensureRole,
  findByEmail,
  findByPassport,
  insertProfile,
  lockProfile,
  removeOwnersRole,
  updateProfile,
} from './synchronise-user.queries.ts'

/** As far as this service knows: whose address it is may have changed since they were last synchronised. */
export class EmailTaken extends Conflict {
  readonly passportId: number

  constructor(passportId: number) {
    super('This e-mail address belongs to another account', { field: 'email' })
    this.passportId = passportId
  }
}

export interface Applied {
  id: number
  outcome: 'created' | 'updated' | 'unchanged'
}

/**
 * Core rule 7: create or find the local user, save it, assign its roles; a new one emits an event. When an owner there
 * stops being one, they stop being an admin here, whoever assigned that role; it can be assigned again afterwards.
 */
export async function applyProfile(
  tx: Database,
  emit: Emit<Event>,
  profile: Profile,
  now: string,
): Promise<Applied> {
  await lockProfile(tx, profile)
  const known = await findLocalUser(tx, profile)
  const id = known ?? (await insertProfile(tx, profile))
  if (!profile.isOwner) await removeOwnersRole(tx, id, 'admin')
  const hasChanged = known !== undefined && (await updateProfile(tx, id, profile, now))
  await ensureRole(tx, id, 'user')
  if (profile.isOwner) await ensureRole(tx, id, 'admin')
  if (known !== undefined) return { id, outcome: hasChanged ? 'updated' : 'unchanged' }
  await emit({ type: 'UserFirstLoginEvent', userId: id })
  return { id, outcome: 'created' }
}

/** By passport first, then by an e-mail address that nobody's passport claims. */
async function findLocalUser(tx: Database, profile: Profile) {
  const byPassport = await findByPassport(tx, profile)
  const byEmail = await findByEmail(tx, profile)
  if (byEmail && byEmail.id !== byPassport?.id && byEmail.passportId !== null)
    throw new EmailTaken(byEmail.passportId)
  return byPassport?.id ?? byEmail?.id
}
