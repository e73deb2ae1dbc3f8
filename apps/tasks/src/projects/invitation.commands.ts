import type { Language } from '@atrium/core/language'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden, Gone, NotFound, TooManyRequests } from '#errors.ts'
import type { Event } from '#events.ts'
import type {
  Invitation,
  InvitationSummary,
  InvitationsToRevoke,
  NewInvitation,
  NewlyInvited,
} from './invitation.contract.ts'
import * as queries from './invitation.queries.ts'
import { enqueueInvitationEmail, invitationLink } from './invitation-email.ts'
import {
  invitationDigest,
  invitationToken,
  readInvitationToken,
  readTicket,
  registrationTicket,
} from './invitation-token.ts'
import { getActiveUser, getUserEmail, isMembersEmail } from './member.queries.ts'
import { refuseManagingGuest } from './membership.ts'
import type { Project } from './project.contract.ts'
import { getProject, insertMember, lockProject } from './project.queries.ts'
import { isMember } from './record-access.queries.ts'
import { lockProjectWithRight, refuseArchived, refusePersonal } from './require-right.ts'
import { isAtLeast } from './rights.ts'

const LIFETIME_MS = 7 * 24 * 3600 * 1000
const HOUR_SECONDS = 3600
const MAX_PER_HOUR = 200
/** For accounts that are younger than a day or have no confirmed address. */
const MAX_PER_HOUR_OF_NEW = 10
const NEW_ACCOUNT_MS = 24 * 3600 * 1000
const MAX_PER_ADDRESS = 10

/** A second invitation to the same address replaces the first. */
export function inviteMember(
  deps: Deps,
  actor: Actor,
  projectId: number,
  { email, role, isGuest, language }: NewInvitation & { language: Language },
): Promise<NewlyInvited> {
  return inTransaction(deps, async (tx, emit) => {
    refusePersonal(await lockProjectWithRight(tx, actor, projectId, 'invitation.write'))
    if (isGuest && isAtLeast(role, 'manager')) throw new Conflict('guests_manage_nothing')
    if (await isMembersEmail(tx, projectId, email)) throw new Conflict('email_of_a_member')
    await refuseManyInvitations(tx, actor, email, deps.now())
    await revokePending(tx, emit, actor, projectId, { email })
    const invitation = invitationOf(deps, actor, {
      id: await queries.takeInvitationId(tx),
      projectId,
      email,
      role,
      isGuest,
    })
    const token = invitationToken(deps.settings, invitation)
    await queries.insertInvitation(tx, { ...invitation, tokenDigest: invitationDigest(token) })
    const { id: invitationId } = invitation
    await enqueueInvitationEmail(tx, { invitationId, language })
    const after = { invitationId, email, role }
    await emit({ type: 'invitation.created', projectId, actorId: actor.id, after })
    return { ...invitation, token, link: invitationLink(deps.settings, token) }
  })
}

function invitationOf(
  { now }: Deps,
  { id: invitedBy }: Actor,
  named: NewInvitation & { id: number; projectId: number },
) {
  const createdAt = now()
  return {
    ...named,
    invitedBy,
    status: 'pending' as const,
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(createdAt.getTime() + LIFETIME_MS).toISOString(),
  }
}

/** Anyone who has signed up can create projects: that must not become a way to send mail to everyone, or endlessly to one. */
async function refuseManyInvitations(tx: Database, actor: Actor, email: string, now: Date) {
  const since = new Date(now.getTime() - HOUR_SECONDS * 1000).toISOString()
  const { invited, toAddress } = await queries.countInvitationsBy(tx, actor.id, email, since)
  const limit = (await isNewcomer(tx, actor, now)) ? MAX_PER_HOUR_OF_NEW : MAX_PER_HOUR
  if (invited < limit && toAddress < MAX_PER_ADDRESS) return
  throw new TooManyRequests('too_many_invitations', { retryAfter: HOUR_SECONDS })
}

/** Administrators are trusted from the start: they invite everyone into a new installation. */
async function isNewcomer(tx: Database, actor: Actor, now: Date) {
  if (actor.permissions.has('projects.manage.any')) return false
  const { createdAt, isEmailVerified } = await getActiveUser(tx, actor.id)
  return !isEmailVerified || new Date(createdAt) > new Date(now.getTime() - NEW_ACCOUNT_MS)
}

/** For the landing page of its link, and for the identity service, which asks before it creates an account. */
export async function lookUpInvitation(deps: Deps, text: string): Promise<InvitationSummary> {
  const { settings } = deps
  const now = deps.now()
  const { named, isAddressProven } = readTicket(settings, text, now) ?? readInvitationToken(settings, text)
  const invitation = await queries.findInvitationDetails(deps.db, named, now.toISOString())
  if (!invitation) throw new NotFound('invitation_not_found')
  const { id, status, projectName, inviter, email, role, expiresAt } = invitation
  if (status !== 'pending') throw new Gone(`invitation_${status}`, { status })
  refuseArchived(invitation)
  return {
    project: { name: projectName },
    inviter: inviter ? { name: inviter } : null,
    email,
    role,
    status,
    expiresAt,
    isAddressProven,
    registrationTicket: registrationTicket(settings, id, isAddressProven, now),
    canRegister: await deps.identity.canRegister(),
  }
}

/** The holder of the token got it from the inviter, by email or as a copied link. */
export function acceptInvitation(deps: Deps, actor: Actor, text: string): Promise<Project> {
  const { named } = readInvitationToken(deps.settings, text)
  return accept(deps, actor, named, ownEmail => ownEmail)
}

/** Without the token the address must be confirmed: anyone can register an address that is not theirs. */
export async function acceptOwnInvitation(deps: Deps, actor: Actor, id: number): Promise<Project> {
  const confirmed = await deps.identity.readConfirmedEmail(actor.passportId)
  return accept(deps, actor, { id }, () => confirmed)
}

/** The identity service is asked only about an address that was not confirmed when the user was last synchronised. */
export async function findConfirmedEmail({ db, identity }: Deps, actor: Actor) {
  const { email, isEmailVerified } = await getActiveUser(db, actor.id)
  return isEmailVerified ? email : identity.readConfirmedEmail(actor.passportId)
}

function accept(
  deps: Deps,
  actor: Actor,
  named: queries.NamedInvitation,
  provenEmail: (ownEmail: string) => string | undefined,
) {
  const now = deps.now().toISOString()
  return inTransaction(deps, async (tx, emit) => {
    const { projectId } = await queries.getInvitation(tx, named, now)
    const project = await lockProject(tx, projectId)
    const invitation = await queries.getInvitation(tx, named, now) // again, now that no one else can change it
    const { email } = await getActiveUser(tx, actor.id)
    refuseOtherAddress(invitation, email, provenEmail(email))
    await refuseUnusable(tx, invitation, actor)
    refuseArchived(project)
    const { id: invitationId, role, invitedBy } = invitation
    await refuseManagingGuest(tx, actor.id, role)
    await queries.markAccepted(tx, invitationId)
    await insertMember(tx, projectId, actor.id, role, invitation.email)
    const inProject = { projectId, actorId: actor.id }
    await emit({
      ...inProject,
      type: 'invitation.accepted',
      after: { invitationId, email, role, invitedBy },
    })
    await emit({ ...inProject, type: 'member.added', after: { userId: actor.id, role } })
    return getProject(tx, projectId, actor.id)
  })
}

/** The status of an invitation is only for the person it was sent to. */
function refuseOtherAddress({ email }: Invitation, ownEmail: string, provenEmail: string | undefined) {
  const isInvited = (address: string) => address.toLowerCase() === email.toLowerCase()
  if (!isInvited(ownEmail)) throw new Forbidden('invitation_for_other_address')
  if (provenEmail && isInvited(provenEmail)) return
  throw new Forbidden('email_not_confirmed')
}

async function refuseUnusable(tx: Database, { projectId, status }: Invitation, actor: Actor) {
  const isIn = await isMember(tx, projectId, actor.id)
  if (status === 'accepted') throw new Gone('invitation_accepted', { status, ...(isIn && { projectId }) })
  if (isIn) throw new Conflict('you_are_a_member', { projectId })
  if (status !== 'pending') throw new Gone(`invitation_${status}`, { status })
}

/** All pending ones, of which there may be none; or the named one, which must exist. */
export function revokeInvitations(deps: Deps, actor: Actor, projectId: number, which: InvitationsToRevoke) {
  return inTransaction(deps, async (tx, emit) => {
    await lockProjectWithRight(tx, actor, projectId, 'invitation.write')
    const count = await revokePending(tx, emit, actor, projectId, which)
    if (count === 0 && (which.id || which.email)) throw new NotFound('pending_invitation_not_found')
    return count
  })
}

/** Returns how many there were. The caller has locked the project. */
async function revokePending(
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  projectId: number,
  which: queries.RevokedInvitations,
) {
  const revoked = await queries.markRevoked(tx, projectId, which)
  for (const { id: invitationId, email, role } of revoked) {
    await emit({
      type: 'invitation.revoked',
      projectId,
      actorId: actor.id,
      before: { invitationId, email, role },
    })
  }
  return revoked.length
}

/**
 * After a member was added or removed, or their role changed: no older invitation lets them in, and none that they sent
 * outlives their right to send it. The caller has locked the project.
 */
export async function settleInvitations(
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  projectId: number,
  userId: number,
) {
  await revokePending(tx, emit, actor, projectId, { email: await getUserEmail(tx, userId) })
  await revokePending(tx, emit, actor, projectId, { unbackedOf: userId })
}
