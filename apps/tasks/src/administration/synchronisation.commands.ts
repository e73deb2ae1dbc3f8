import type { Language } from '@atrium/core/language'
import { trySessionLock } from '@atrium/database/session-lock'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict } from '#errors.ts'
import type { Event } from '#events.ts'
import { directDatabaseUrl } from '#settings.ts'
import { eraseUser } from './erasure/erasure.commands.ts'
import type { Profile } from './synchronisation.queries.ts'
import * as queries from './synchronisation.queries.ts'
import type { Synchronised, User } from './user.contract.ts'
import { getUser } from './user.queries.ts'

interface Occasion {
  isSignIn: boolean
  /** The language of the user's request, for what they start with. */
  language: Language
}

/** In one transaction; two first sign-ins at the same time create one user. */
export function synchroniseUser(
  deps: Deps,
  profile: Profile,
  { isSignIn, language }: Occasion,
): Promise<User> {
  const now = deps.now().toISOString()
  return withCurrentEmails(deps, profile, () =>
    inTransaction(deps, async (tx, emit) => {
      const { id, outcome } = await applyProfile(tx, emit, profile, { now, language })
      const isFirst = isSignIn && outcome !== 'created' && (await queries.hasNeverSignedIn(tx, id))
      if (isFirst) await emit({ type: 'UserArrived', userId: id, language })
      if (isSignIn || outcome === 'created') await queries.updateLastSignIn(tx, id, now)
      if (outcome !== 'unchanged') await emit({ type: 'RightsChanged', passportId: profile.passportId })
      return getUser(tx, id)
    }),
  )
}

type Outcome = Exclude<keyof Synchronised, 'tookMs'>
type ListedProfile = Profile & { isArchived: boolean; isErased: boolean }

/** Every user of the identity service, page by page. A user that fails does not stop the others. One run at a time. */
export async function synchroniseUsers(deps: Deps): Promise<Synchronised> {
  const startedAt = performance.now()
  const counts = { created: 0, updated: 0, unchanged: 0, archived: 0, failed: 0 }
  const lock = await trySessionLock(directDatabaseUrl(deps.settings), 'users sync')
  if (!lock) throw new Conflict('synchronisation_running')
  try {
    for await (const profiles of deps.identity.listProfiles()) {
      for (const profile of profiles) counts[await synchroniseListed(deps, profile)] += 1
    }
  } finally {
    await lock.release()
  }
  return { ...counts, tookMs: Math.round(performance.now() - startedAt) }
}

async function synchroniseListed(
  deps: Deps,
  { isArchived, isErased, ...profile }: ListedProfile,
): Promise<Outcome> {
  const now = deps.now().toISOString()
  try {
    if (isErased) await eraseUser(deps, profile.passportId)
    if (isArchived) return await archive(deps, profile.passportId, now)
    return await withCurrentEmails(deps, profile, () =>
      inTransaction(deps, async (tx, emit) => {
        const { outcome } = await applyProfile(tx, emit, profile, { now, language: 'en' })
        if (outcome === 'updated') await emit({ type: 'RightsChanged', passportId: profile.passportId })
        return outcome
      }),
    )
  } catch (error) {
    deps.log.warn({ err: error, passportId: profile.passportId }, 'a user could not be synchronized')
    return 'failed'
  }
}

function archive(deps: Deps, passportId: number, now: string): Promise<Outcome> {
  return inTransaction(deps, async (tx, emit) => {
    if (!(await queries.archiveByPassport(tx, passportId, now))) return 'unchanged'
    await emit({ type: 'RightsChanged', passportId })
    return 'archived'
  })
}

/** The passport id is of the record that has the address here, perhaps no longer at the identity service. */
class EmailTaken extends Conflict<'user_email_taken'> {
  readonly passportId: number

  constructor(passportId: number) {
    super('user_email_taken', { field: 'email' })
    this.passportId = passportId
  }
}

/**
 * Addresses are unique at the identity service, so an address that two profiles seem to have has moved from one to the
 * other. The record that still has it gets its new one first; an account that is unknown there keeps it.
 */
async function withCurrentEmails<Result>(
  deps: Deps,
  { email }: Profile,
  synchronise: () => Promise<Result>,
): Promise<Result> {
  try {
    return await synchronise()
  } catch (error) {
    if (!(error instanceof EmailTaken)) throw error
    const { passportId } = error
    const newEmail = await deps.identity.readEmail(passportId)
    if (newEmail === undefined || newEmail.toLowerCase() === email.toLowerCase()) throw error
    await inTransaction(deps, async (tx, emit) => {
      await queries.replaceEmail(tx, passportId, { email, newEmail })
      await emit({ type: 'RightsChanged', passportId })
    })
    return synchronise()
  }
}

interface Applied {
  id: number
  outcome: 'created' | 'updated' | 'unchanged'
}

/**
 * Core rule 7: find or create the local user, save the profile, assign the roles; a new user emits an event. An owner
 * there is an admin here and stops being one when they stop being an owner, even if the role was assigned here; it can
 * be assigned again afterwards.
 */
async function applyProfile(
  tx: Database,
  emit: Emit<Event>,
  profile: Profile,
  { now, language }: { now: string; language: Language },
): Promise<Applied> {
  await queries.lockProfile(tx, profile)
  const known = await findLocalUser(tx, profile)
  const id = known ?? (await queries.insertProfile(tx, profile, now))
  if (!profile.isOwner) await queries.removeOwnersRole(tx, id, 'admin')
  const hasNewProfile = known !== undefined && (await queries.updateProfile(tx, id, profile, now))
  const isNewUser = await queries.ensureRole(tx, id, 'user')
  const isNewAdmin = profile.isOwner && (await queries.ensureRole(tx, id, 'admin'))
  const hasChanged = hasNewProfile || isNewUser || isNewAdmin
  if (known !== undefined) return { id, outcome: hasChanged ? 'updated' : 'unchanged' }
  await emit({ type: 'UserFirstLoginEvent', userId: id, language })
  return { id, outcome: 'created' }
}

/** By passport first, then by an email address of a user without a passport. */
async function findLocalUser(tx: Database, profile: Profile) {
  const byPassport = await queries.findByPassport(tx, profile)
  const byEmail = await queries.findByEmail(tx, profile)
  if (byEmail && byEmail.id !== byPassport?.id && byEmail.passportId !== null)
    throw new EmailTaken(byEmail.passportId)
  return byPassport?.id ?? byEmail?.id
}
