import type { Deps } from '#deps.ts'
import { ValidationFailed } from '#errors.ts'
import type { Actor } from './actor.ts'
import type { UserSettings, UserSettingsChanges } from './user.contract.ts'
import * as queries from './user.queries.ts'

export async function currentUserOf({ db, settings, now }: Deps, id: number) {
  const user = await queries.getCurrentUser(db, id, now())
  return { ...user, accountUrl: `${settings.IDENTITY_URL}/account` }
}

export async function updateUserSettings(
  deps: Deps,
  actor: Actor,
  changes: UserSettingsChanges,
): Promise<UserSettings> {
  const known = changes.timeZone ? { timeZone: await getTimeZone(deps, changes.timeZone) } : {}
  return queries.updateUserSettings(deps.db, actor.id, { ...changes, ...known }, deps.now().toISOString())
}

/**
 * Both JavaScript, which shows times, and PostgreSQL, which groups by day, must know the zone. The chosen name is kept:
 * JavaScript's canonical name of Europe/Kyiv is still Europe/Kiev.
 */
async function getTimeZone({ db }: Deps, name: string) {
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
