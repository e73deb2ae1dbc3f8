import { offeredLanguages } from '@atrium/core/languages'
import { inTransaction } from '@atrium/database/transaction'
import { requireOffered } from '@atrium/http/pages/preferences'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import { type Actor, isWithinToken } from './actor.ts'
import type { User, UserSettings, UserSettingsChanges } from './user.contract.ts'
import * as queries from './user.queries.ts'

export async function currentUserOf({ db, settings, now }: Deps, actor: Actor) {
  const { runningTimer: timer, ...user } = await queries.getCurrentUser(db, actor.id, now())
  const runningTimer = timer && isWithinToken(actor, timer.task.projectId) ? timer : null
  return { ...user, runningTimer, accountUrl: `${settings.IDENTITY_URL}/account` }
}

/** Their sessions get the permissions of their roles at once. */
export function makeFullUser(deps: Deps, actor: Actor, id: number): Promise<User> {
  return inTransaction(deps, async (tx, emit) => {
    const { passportId, email } = await queries.getUser(tx, id)
    if (!(await queries.endGuest(tx, id, deps.now().toISOString()))) throw new Conflict('not_a_guest')
    const subject = passportId ? { subjectType: 'user', subjectId: passportId } : {}
    await audit(deps, tx, actor, { action: 'guest.made_full_user', ...subject, details: { email } })
    await emit({ type: 'RightsChanged', ...(passportId && { passportId }) })
    return queries.getUser(tx, id)
  })
}

export async function updateUserSettings(
  deps: Deps,
  actor: Actor,
  changes: UserSettingsChanges,
): Promise<UserSettings> {
  requireOffered(offeredLanguages(deps.settings), changes.language)
  const known = changes.timeZone ? { timeZone: await getTimeZone(deps, changes.timeZone) } : {}
  return queries.updateUserSettings(deps.db, actor.id, { ...changes, ...known }, deps.now().toISOString())
}

/**
 * Both JavaScript, which shows times, and PostgreSQL, which groups by day, must know the zone. The chosen name is kept:
 * JavaScript's canonical name of Europe/Kyiv is still Europe/Kiev.
 */
export async function getTimeZone({ db }: Pick<Deps, 'db'>, name: string) {
  const known = isTimeZone(name) && (await queries.findTimeZone(db, name))
  if (!known) throw new ValidationFailed({ timeZone: 'time_zone_expected' })
  return known
}

function isTimeZone(name: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
