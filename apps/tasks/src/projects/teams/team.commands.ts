import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { NotFound } from '#errors.ts'
import type { JoiningRole } from '../member.contract.ts'
import { lockProject } from '../project.queries.ts'
import { lockProjectWithRight, refusePersonal } from '../require-right.ts'
import { applyTeams } from './apply-teams.ts'
import type { Team, TeamParams } from './team.contract.ts'
import * as queries from './team.queries.ts'

export function setTeam(
  deps: Deps,
  actor: Actor,
  { id: projectId, groupId }: TeamParams,
  role: JoiningRole,
): Promise<Team> {
  return inTransaction(deps, async (tx, emit) => {
    await queries.lockTeams(tx)
    const group = await deps.identity.readGroup(groupId)
    refusePersonal(await lockProjectWithRight(tx, actor, projectId, 'member.write'))
    if (!group) throw new NotFound('group_not_found')
    const before = await queries.findTeam(tx, projectId, groupId)
    await queries.saveGroup(tx, group)
    const addedAt = deps.now().toISOString()
    await queries.upsertTeam(tx, { projectId, groupId, role, addedBy: actor.id, addedAt })
    await applyTeams(tx, emit, { projectId, actorId: actor.id })
    if (before?.role !== role) {
      const action = before ? 'project.group_role_changed' : 'project.group_added'
      await audit(deps, tx, actor, record(action, projectId, { groupId, group: group.name, role }))
    }
    return queries.getTeam(tx, projectId, groupId)
  })
}

export function removeTeam(deps: Deps, actor: Actor, { id: projectId, groupId }: TeamParams) {
  return inTransaction(deps, async (tx, emit) => {
    await queries.lockTeams(tx)
    await lockProjectWithRight(tx, actor, projectId, 'member.write')
    const { group, role } = await queries.getTeam(tx, projectId, groupId)
    await queries.deleteTeam(tx, projectId, groupId)
    await applyTeams(tx, emit, { projectId, actorId: actor.id })
    await queries.deleteUnusedGroup(tx, groupId)
    const details = { groupId, group: group.name, role }
    await audit(deps, tx, actor, record('project.group_removed', projectId, details))
  })
}

/** Takes over what the identity service knows about a group that is a team here; a deleted one is no team any more. */
export async function synchroniseGroup(deps: Deps, groupId: number) {
  if (!(await queries.isKnownGroup(deps.db, groupId))) return
  await inTransaction(deps, async (tx, emit) => {
    await queries.lockTeams(tx)
    const projectIds = await queries.listTeamProjects(tx, groupId)
    const group = await deps.identity.readGroup(groupId)
    for (const projectId of projectIds) await lockProject(tx, projectId)
    if (group) await queries.saveGroup(tx, group)
    else await queries.deleteGroup(tx, groupId)
    for (const projectId of projectIds) await applyTeams(tx, emit, { projectId, actorId: null })
  })
}

/** For the moment when changes of groups may have been missed. */
export async function synchroniseGroups(deps: Deps) {
  for (const groupId of await queries.listKnownGroups(deps.db)) await synchroniseGroup(deps, groupId)
}

function record(action: string, subjectId: number, details: Record<string, unknown>) {
  return { action, subjectType: 'project' as const, subjectId, details }
}
