import { inOneTransaction } from '@atrium/database/outer-transaction'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { addField } from '#fields/field.commands.ts'
import { listFields } from '#fields/field.queries.ts'
import { getProject, insertMember, insertProject } from '#projects/project.queries.ts'
import type { FormatPlan } from '../plan/import-format.ts'
import * as queries from './import-job.queries.ts'
import { lossesOf, missingFields, type ReadContent } from './job-plan.ts'
import { reportOn } from './job-report.ts'
import { findPeople } from './match-people.ts'
import { apply, type Running, storeChanges } from './running-job.ts'

/** Creates the project with its people and fields, once. */
export async function prepare(
  deps: Deps,
  actor: Actor,
  running: Running,
  read: ReadContent,
  plan: FormatPlan,
) {
  const { job } = running
  const userIds = await findPeople(deps, actor, running, plan)
  const name = (job.name ?? read.name).slice(0, 200) || job.source
  const changes = await inOneTransaction(deps.db, async () => {
    const projectId = job.projectId ?? (await createProject(deps, actor, name, userIds))
    if (job.createsProject) await createFields(deps, actor, projectId, plan)
    await queries.insertNotes(
      deps.db,
      job.id,
      projectId,
      plan.skipped.map(({ title, reason }) => ({ title, reason, taskId: null, losses: [] })),
    )
    return storeChanges(deps.db, running, {
      projectId,
      name,
      step: 'tasks',
      done: 0,
      total: plan.tasks.length,
      losses: lossesOf(plan),
      report: await reportOn(deps, running, read, plan, userIds),
    })
  })
  apply(running, changes)
}

function createProject(deps: Deps, actor: Actor, name: string, userIds: Map<string, number>) {
  return inTransaction(deps, async (tx, emit) => {
    const id = await insertProject(tx, { name, type: 'agency', ownerId: actor.id })
    await insertMember(tx, id, actor.id, 'owner')
    for (const userId of new Set(userIds.values())) {
      if (userId !== actor.id) await insertMember(tx, id, userId, 'member')
    }
    const project = await getProject(tx, id, actor.id)
    const after = { name: project.name, type: project.type }
    await emit({ type: 'project.created', projectId: id, actorId: actor.id, after })
    return id
  })
}

function createFields(deps: Deps, actor: Actor, projectId: number, plan: FormatPlan) {
  return inTransaction(deps, async (tx, emit) => {
    for (const field of missingFields(plan, await listFields(tx, projectId))) {
      await addField(tx, emit, actor, projectId, { ...field, isRequired: false, showsOnCard: false })
    }
  })
}
