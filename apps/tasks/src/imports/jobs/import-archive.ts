import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { importProjectExport } from '#exports/import-project.ts'
import { finish } from './finish-import.ts'
import { Stopped } from './import-failure.ts'
import * as queries from './import-job.queries.ts'
import { emptyReport } from './job-report.ts'
import { LostJob, type Running } from './running-job.ts'

/** The export of a project of Atrium is imported all or nothing. */
export async function importArchive(deps: Deps, actor: Actor, running: Running) {
  const { job, runner } = running
  if (!job.contentKey) throw new Stopped({ code: 'import_source_unavailable' })
  if (job.isDryRun) throw new Stopped({ code: 'import_no_dry_run' })
  const archive = await deps.storage.get(job.contentKey)
  await importProjectExport(deps, actor, archive, async (tx, { projectId, name, counts, people }) => {
    const found = people.map(({ email, userId }) => ({
      externalId: email,
      name: email,
      userId,
      taskCount: 0,
    }))
    const taskCount = counts.tasks ?? 0
    const report = {
      ...emptyReport,
      taskCount,
      commentCount: counts.comments ?? 0,
      cycleCount: counts.cycles ?? 0,
      created: taskCount,
      people: found,
    }
    const isOurs = await queries.updateLeased(
      tx,
      { id: job.id, runner },
      { projectId, name, step: 'tasks', done: taskCount, total: taskCount, report: JSON.stringify(report) },
    )
    if (!isOurs) throw new LostJob()
  })
  await finish(deps, running, { status: 'done' })
}
