import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotAuthenticated } from '#errors.ts'
import type { Event } from '#events.ts'
import { announceRole, findMembership, saveMembership } from '#projects/membership.ts'
import { lockProject, updateProject } from '#projects/project.queries.ts'
import type { MemberRole } from '#projects/rights.contract.ts'
import { isAtLeast } from '#projects/rights.ts'
import { replaceAssignee } from '#tasks/assignees/unassign-member.ts'
import { type HandOver, nothingLeft } from './offboarding.contract.ts'
import * as queries from './offboarding.queries.ts'

interface OffboardingClaims {
  sub: string
  /** The id of the successor at the identity service; without one, nothing is changed. */
  successor?: string
}

/** For the identity service, which signs what it asks for. */
export async function handOverWork(deps: Deps, token: string): Promise<HandOver> {
  const claims = await deps.tokenCheck.verifyStatement<OffboardingClaims>(token, 'offboarding+jwt')
  if (!claims) throw new NotAuthenticated('invalid_offboarding_token')
  const passportId = Number(claims.sub)
  if (claims.successor === undefined) return { ...(await listLeft(deps.db, passportId)), isHandedOver: false }
  return handOver(deps, passportId, Number(claims.successor))
}

/** Someone who never signed in here leaves nothing. */
async function listLeft(db: Database, passportId: number) {
  const userId = await queries.findUserId(db, passportId)
  if (userId !== undefined) return queries.listLeftWork(db, userId)
  return nothingLeft
}

/** Everything in one transaction, so that a repeat after a crash does all of it or nothing more. */
function handOver(deps: Deps, passportId: number, successorPassportId: number): Promise<HandOver> {
  return inTransaction(deps, async (tx, emit) => {
    const left = await listLeft(tx, passportId)
    const from = await queries.findUserId(tx, passportId)
    const to = await queries.findActiveUserId(tx, successorPassportId)
    if (to === undefined) throw new Conflict('successor_unknown')
    if (from === undefined) return { ...left, isHandedOver: true }
    const now = deps.now().toISOString()
    for (const projectId of await queries.listProjectsToHandOver(tx, from))
      await handOverProject(tx, emit, { projectId, from, to, now })
    await queries.handOverShared(tx, { from, to }, now)
    await insertAuditEntry(tx, {
      at: now,
      action: 'user.handed_over',
      actorId: null,
      subjectType: 'user',
      subjectId: passportId,
      details: { successorId: successorPassportId, openTasks: left.openTasks },
    })
    return { ...left, isHandedOver: true }
  })
}

interface ProjectHandOver {
  projectId: number
  from: number
  to: number
  now: string
}

/** The successor owns what the user owned, and can work in the other projects. */
async function handOverProject(
  tx: Database,
  emit: Emit<Event>,
  { projectId, from, to, now }: ProjectHandOver,
) {
  const { ownerId } = await lockProject(tx, projectId)
  if (ownerId === from) {
    // First, so that there is never more than one owner.
    await setOwnRole(tx, emit, { projectId, userId: from, role: 'manager' })
    await updateProject(tx, projectId, { ownerId: to, updatedAt: now })
    await setOwnRole(tx, emit, { projectId, userId: to, role: 'owner' })
  } else if (!(await canWork(tx, projectId, to))) {
    await setOwnRole(tx, emit, { projectId, userId: to, role: 'member' })
  }
  // What is in the trash stays as it is.
  const changes = await replaceAssignee(tx, { projectId, from, to, isInUse: true })
  for (const change of changes) await emit({ ...change, actorId: null })
}

async function canWork(tx: Database, projectId: number, userId: number) {
  const membership = await findMembership(tx, projectId, userId)
  return membership !== undefined && isAtLeast(membership.role, 'member')
}

async function setOwnRole(
  tx: Database,
  emit: Emit<Event>,
  { projectId, userId, role }: { projectId: number; userId: number; role: MemberRole },
) {
  const { role: before = null, teamRole = null } = (await findMembership(tx, projectId, userId)) ?? {}
  const after = await saveMembership(tx, { projectId, userId, ownRole: role, teamRole })
  await announceRole(emit, { projectId, actorId: null, userId, before, after })
}
