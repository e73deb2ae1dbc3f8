import { addJobs } from '@atrium/jobs/jobs'
import type { Database } from '#database.ts'
import { insertRuns, type NewRun } from './run.queries.ts'

export const RUN_AUTOMATIONS = 'run_automations'

/** Adds runs and a job that works on them, both with the commit. Returns the ids of those that are new. */
export async function enqueueRuns(tx: Database, runs: NewRun[], now: Date) {
  const ids = await insertRuns(tx, runs, now.toISOString())
  if (ids.length > 0) await enqueueProjects(tx, [...new Set(runs.map(({ projectId }) => projectId))])
  return ids
}

export function enqueueProjects(tx: Database, projectIds: number[]) {
  return addJobs(
    tx,
    RUN_AUTOMATIONS,
    projectIds.map(projectId => ({ payload: { projectId } })),
  )
}
