import { inTransaction } from '@atrium/database/transaction'
import { removeOrphanedContent } from '@atrium/storage/orphaned-content'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { FormatPlan } from '../plan/import-format.ts'
import type { LossKind } from '../plan/import-plan.contract.ts'
import * as queries from './import-job.queries.ts'
import { addLosses, lossesOf, type ReadContent } from './job-plan.ts'
import { reportOn } from './job-report.ts'
import { findPeople } from './match-people.ts'
import { type Running, updateRunning } from './running-job.ts'

/** Reports what an import would create and lose. */
export async function finishDryRun(
  deps: Deps,
  actor: Actor,
  running: Running,
  read: ReadContent,
  plan: FormatPlan,
) {
  const { job } = running
  const userIds = await findPeople(deps, actor, running, plan)
  const nameOf = new Map(plan.people.map(({ externalId, name }) => [externalId, name]))
  const unknown = (kind: LossKind, people: string[]) =>
    people.filter(person => !userIds.has(person)).map(person => ({ kind, example: nameOf.get(person) }))
  const losses = addLosses(
    lossesOf(plan),
    plan.tasks.flatMap(({ assignees = [], voters = [] }) => [
      ...unknown('assigneeUnknown', assignees),
      ...unknown('voteDropped', voters),
    ]),
  )
  await updateRunning(deps.db, running, {
    name: job.name ?? read.name,
    losses,
    report: await reportOn(deps, running, read, plan, userIds),
  })
  await finish(deps, running, { status: 'done' })
}

/** Ends the import, and deletes the token and what has been read; a dry run keeps both for what follows. */
export async function finish(
  deps: Deps,
  { job, runner }: Omit<Running, 'signal'>,
  outcome: { status: 'done' | 'failed'; failure?: string },
) {
  const keeps = job.isDryRun && outcome.status === 'done'
  await inTransaction(deps, async tx => {
    const isOurs = await queries.updateLeased(
      tx,
      { id: job.id, runner },
      {
        ...outcome,
        finishedAt: deps.now().toISOString(),
        runner: null,
        leasedUntil: null,
        ...(!keeps && { sealedToken: null, contentKey: null }),
      },
    )
    if (isOurs && !keeps && job.contentKey) await removeOrphanedContent(tx, job.contentKey)
  })
}
