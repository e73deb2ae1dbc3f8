import { getUserSettings } from '#administration/user.queries.ts'
import type { Deps } from '#deps.ts'
import { findMatchingFilters } from '#tasks/matching-tasks.queries.ts'
import { findToday } from '#tasks/recurrence/recurrence.queries.ts'
import { listButtons } from './automation.queries.ts'
import { findSaver } from './saver.ts'

interface Button {
  id: number
  name: string
  condition: string
  savedBy: number | null
}

/** The buttons whose conditions match the task, and that can run. */
export async function listTaskButtons(deps: Deps, projectId: number, taskId: number) {
  const shown = await listPressable(deps, projectId, taskId, await listButtons(deps.db, projectId))
  return shown.map(({ id, name }) => ({ id, name }))
}

/** A few statements for all buttons that the same person has saved. */
export async function listPressable<One extends Button>(
  deps: Deps,
  projectId: number,
  taskId: number,
  buttons: One[],
) {
  const shown = new Set<One>()
  for (const [savedBy, ofSaver] of Map.groupBy(buttons, button => button.savedBy)) {
    const conditions = ofSaver.map(({ condition }) => condition)
    const matching = await findMatchingConditions(deps, { projectId, taskId, savedBy }, conditions)
    for (const button of ofSaver) if (matching.has(button.condition)) shown.add(button)
  }
  return buttons.filter(button => shown.has(button))
}

async function findMatchingConditions(
  { db, now }: Deps,
  { projectId, taskId, savedBy }: { projectId: number; taskId: number; savedBy: number | null },
  conditions: string[],
) {
  // The actions of a button are checked when it runs, so that one that can no longer do them says why.
  const found = await findSaver(db, { projectId, savedBy, actions: [] })
  if ('reason' in found) return new Set<string>()
  const timeZone = (await getUserSettings(db, found.saver.id)).timeZone ?? 'UTC'
  const today = await findToday(db, now(), timeZone)
  return findMatchingFilters(db, found.saver, { projectId, taskId, today }, conditions)
}
