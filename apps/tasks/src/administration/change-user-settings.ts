import { ValidationFailed } from '@atrium/core/errors'
import type { Deps } from '#deps.ts'
import type { Actor } from './actor.ts'
import { NO_TIME_ZONE, type UserSettings, type UserSettingsChanges } from './user-settings.contract.ts'
import { findTimeZone, updateUserSettings } from './user-settings.queries.ts'

export async function changeUserSettings(
  deps: Deps,
  actor: Actor,
  changes: UserSettingsChanges,
): Promise<UserSettings> {
  const known = changes.timeZone ? { timeZone: await knownTimeZone(deps, changes.timeZone) } : {}
  return updateUserSettings(deps.db, actor.id, { ...changes, ...known }, deps.now().toISOString())
}

/**
 * A zone that JavaScript and PostgreSQL both know: one shows times, the other cuts days. The chosen name stays, because
 * JavaScript's canonical name of Europe/Kyiv is still Europe/Kiev.
 */
async function knownTimeZone({ db }: Deps, name: string) {
  const known = isTimeZone(name) && (await findTimeZone(db, name))
  if (!known) throw new ValidationFailed({ timeZone: [NO_TIME_ZONE] })
  return known
}

function isTimeZone(name: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
