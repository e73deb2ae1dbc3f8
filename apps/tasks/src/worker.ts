import { startJobs } from '@atrium/jobs/jobs'
import type { Deps } from './deps.ts'

/** Works on the queue beside answering requests; any number of instances share it. */
export function startWorker({ settings, log }: Deps) {
  return startJobs(settings.TASKS_DATABASE_URL, {}, log)
}
