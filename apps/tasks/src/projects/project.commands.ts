import { isDeepStrictEqual } from 'node:util'
import type { Language } from '@atrium/core/language'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import type { ActivityPayload } from '#events.contract.ts'
import type { NewProject, Project, ProjectChanges } from './project.contract.ts'
import * as queries from './project.queries.ts'
import { lockProjectWithRight } from './require-right.ts'

const MAX_SETTINGS_BYTES = 16 * 1024
const MAX_SETTINGS_LEVELS = 100

/** Who creates a project owns it. */
export function createProject(
  deps: Deps,
  actor: Actor,
  { type = 'agency', settings = {}, withBoard = false, ...project }: NewProject,
  language: Language = 'en',
): Promise<Project> {
  requireDateOrder(project)
  const toInsert = { ...project, type, settings: mergedSettings({}, settings), ownerId: actor.id }
  return inTransaction(deps, async (tx, emit) => {
    const id = await queries.insertProject(tx, toInsert)
    await queries.insertMember(tx, id, actor.id, 'owner')
    await emit({
      type: 'project.created',
      projectId: id,
      actorId: actor.id,
      ...((withBoard || type === 'personal') && { boardLanguage: language }),
      after: { name: project.name, type },
    })
    return queries.getProject(tx, id, actor.id)
  })
}

/** An absent field stays, null clears it. Concurrent changes to different settings are both kept. */
export function updateProject(
  deps: Deps,
  actor: Actor,
  id: number,
  changes: ProjectChanges,
): Promise<Project> {
  return inTransaction(deps, async (tx, emit) => {
    await lockProjectWithRight(tx, actor, id, 'project.write')
    const project = await queries.getProject(tx, id, actor.id)
    requireDateOrder(changes, project)
    const settings = mergedSettings(project.settings, changes.settings ?? {})
    const { before, after } = differences(project, { ...changes, settings })
    if (Object.keys(after).length === 0) return project
    await queries.updateProject(tx, id, { ...changes, settings, updatedAt: deps.now().toISOString() })
    await emit({ type: 'project.updated', projectId: id, actorId: actor.id, before, after })
    return queries.getProject(tx, id, actor.id)
  })
}

type Plan = Pick<ProjectChanges, 'startDate' | 'targetDate'>

function requireDateOrder(given: Plan, stored: Plan = {}) {
  if (given.startDate === undefined && given.targetDate === undefined) return
  const { startDate, targetDate } = { ...stored, ...given }
  if (!startDate || !targetDate || startDate <= targetDate) return
  if (given.targetDate === undefined) throw new ValidationFailed({ startDate: 'start_after_target' })
  throw new ValidationFailed({ targetDate: 'target_before_start' })
}

/** Only the settings that changed: the rest may be large. */
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

/** Key by key: an absent key stays, null removes it. */
function mergedSettings(before: Project['settings'], changes: Project['settings']): Project['settings'] {
  if (isDeeperThan(MAX_SETTINGS_LEVELS, changes)) {
    throw new ValidationFailed({ settings: { code: 'settings_too_deep', levels: MAX_SETTINGS_LEVELS } })
  }
  const entries = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null)
  const settings = Object.fromEntries(entries)
  if (Buffer.byteLength(JSON.stringify(settings)) > MAX_SETTINGS_BYTES) {
    throw new ValidationFailed({ settings: 'settings_too_large' })
  }
  return settings
}

/** Neither JavaScript nor PostgreSQL can serialize a value of any depth. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(part => isDeeperThan(levels - 1, part))
}

/** Archiving again changes nothing. */
export function archiveProject(deps: Deps, actor: Actor, id: number) {
  const now = deps.now().toISOString()
  return inTransaction(deps, async (tx, emit) => {
    const { ownerId, archivedAt } = await queries.lockProject(tx, id)
    if ((await queries.findPersonalProject(tx, ownerId)) === id) throw new Conflict('first_personal_project')
    if (archivedAt) return
    await queries.updateProject(tx, id, { archivedAt: now, updatedAt: now })
    await emit({
      type: 'project.archived',
      projectId: id,
      actorId: actor.id,
      before: { archivedAt },
      after: { archivedAt: now },
    })
  })
}

export function restoreProject(deps: Deps, actor: Actor, id: number): Promise<Project> {
  return inTransaction(deps, async (tx, emit) => {
    const { archivedAt } = await queries.lockProject(tx, id)
    if (!archivedAt) throw new Conflict('project_not_archived')
    await queries.updateProject(tx, id, { archivedAt: null, updatedAt: deps.now().toISOString() })
    await emit({
      type: 'project.restored',
      projectId: id,
      actorId: actor.id,
      before: { archivedAt },
      after: { archivedAt: null },
    })
    return queries.getProject(tx, id, actor.id)
  })
}
