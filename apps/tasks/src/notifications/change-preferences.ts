import { ValidationFailed } from '@atrium/core/errors'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { Preferences, PreferencesChanges } from './preferences.contract.ts'
import { getPreferences, listOwnAmong, updatePreferences } from './preferences.queries.ts'

/** Absent stays. */
export async function changePreferences(
  deps: Deps,
  actor: Actor,
  { mail, mutedTypes, mutedProjects }: PreferencesChanges,
): Promise<Preferences> {
  if (mutedProjects) await refuseForeign(deps, actor, mutedProjects)
  const changes = {
    ...(mail && { mail }),
    ...(mutedTypes && { mutedTypes: [...new Set(mutedTypes)] }),
    ...(mutedProjects && { mutedProjects: [...new Set(mutedProjects)] }),
  }
  return updatePreferences(deps.db, actor.id, changes, deps.now().toISOString())
}

/** A project that was muted before may stay in the list, also after one has left it. */
async function refuseForeign({ db }: Deps, actor: Actor, projectIds: number[]) {
  const { mutedProjects } = await getPreferences(db, actor.id)
  const added = projectIds.filter(id => !mutedProjects.includes(id))
  if (added.length === 0) return
  const own = await listOwnAmong(db, actor.id, added)
  if (added.some(id => !own.includes(id))) {
    throw new ValidationFailed({ mutedProjects: ['must be projects of which you are a member'] })
  }
}
