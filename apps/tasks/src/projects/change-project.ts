import { isDeepStrictEqual } from 'node:util'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { ActivityPayload } from '#events.contract.ts'
import { holdPlace } from './hold-place.ts'
import type { Project, ProjectChanges } from './project.contract.ts'
import { getProject, updateProject } from './project.queries.ts'
import { mergedSettings } from './project-settings.ts'

/** Absent stays, null clears; two changes of different settings at once both land. */
export function changeProject(
  deps: Deps,
  actor: Actor,
  id: number,
  changes: ProjectChanges,
): Promise<Project> {
  return inTransaction(deps, async (tx, emit) => {
    await holdPlace(tx, actor, id, 'project.write')
    const project = await getProject(tx, id, actor.id)
    const settings = mergedSettings(project.settings, changes.settings ?? {})
    const { before, after } = differences(project, { ...changes, settings })
    if (Object.keys(after).length === 0) return project
    await updateProject(tx, id, { ...changes, settings, updatedAt: deps.now().toISOString() })
    await emit({ type: 'project.updated', projectId: id, actorId: actor.id, before, after })
    return getProject(tx, id, actor.id)
  })
}

/** Of the settings, too, only what has changed: the rest may be large. */
function differences(
  project: Project,
  { settings, ...fields }: ProjectChanges & Pick<Project, 'settings'>,
): ActivityPayload<'project.updated'> {
  const names = Object.keys(fields) as (keyof typeof fields)[]
  const ofFields = changedValues<ProjectChanges>(project, fields, names)
  const keys = Object.keys({ ...project.settings, ...settings })
  const ofSettings = changedValues(project.settings, settings, keys)
  if (Object.keys(ofSettings.after).length === 0) return ofFields
  return {
    before: { ...ofFields.before, settings: ofSettings.before },
    after: { ...ofFields.after, settings: ofSettings.after },
  }
}

function changedValues<Values extends object>(before: Values, after: Values, keys: (keyof Values)[]) {
  const changed = keys.filter(key => !isDeepStrictEqual(before[key], after[key]))
  const pick = (values: Values) =>
    Object.fromEntries(changed.map(key => [key, values[key] ?? null])) as Partial<Values>
  return { before: pick(before), after: pick(after) }
}
