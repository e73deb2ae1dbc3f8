import { Conflict, Forbidden, Gone } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database, Deps } from '#deps.ts'
import type { Invitation } from './invitation.contract.ts'
import { getInvitation, markAccepted, type NamedInvitation } from './invitation.queries.ts'
import { invitationDigest } from './invitation-token.ts'
import { getActiveUser } from './member.queries.ts'
import { isMember } from './place.queries.ts'
import type { Project } from './project.contract.ts'
import { getProject, holdProject, insertMember } from './project.queries.ts'
import { refuseArchived } from './require-right.ts'

/** The mailed token proves that the caller reads the address. */
export function acceptInvitation(deps: Deps, actor: Actor, token: string): Promise<Project> {
  return accept(deps, actor, { tokenDigest: invitationDigest(token) }, ownEmail => ownEmail)
}

/** Without the token the address must be confirmed: anybody can register an address that is not theirs. */
export async function acceptOwnInvitation(
  deps: Deps,
  actor: Actor,
  id: number,
  accessToken: string,
): Promise<Project> {
  const confirmed = await deps.identity.readConfirmedEmail(actor.passportId, accessToken)
  return accept(deps, actor, { id }, () => confirmed)
}

/** The identity service is asked only about an address that was not confirmed when the user was last synchronised. */
export async function findConfirmedEmail({ db, identity }: Deps, actor: Actor, accessToken: string) {
  const { email, isEmailVerified } = await getActiveUser(db, actor.id)
  return isEmailVerified ? email : identity.readConfirmedEmail(actor.passportId, accessToken)
}

function accept(
  deps: Deps,
  actor: Actor,
  named: NamedInvitation,
  provenEmail: (ownEmail: string) => string | undefined,
) {
  const now = deps.now().toISOString()
  return inTransaction(deps, async (tx, emit) => {
    const { projectId } = await getInvitation(tx, named, now)
    const project = await holdProject(tx, projectId)
    const invitation = await getInvitation(tx, named, now) // as it is now that nobody else can change it
    const { email } = await getActiveUser(tx, actor.id)
    refuseOtherAddress(invitation, email, provenEmail(email))
    await refuseUnusable(tx, invitation, actor)
    refuseArchived(project)
    const { id: invitationId, role, invitedBy } = invitation
    await markAccepted(tx, invitationId)
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

/** What became of an invitation is only for the person it was meant for. */
function refuseOtherAddress({ email }: Invitation, ownEmail: string, provenEmail: string | undefined) {
  const isInvited = (address: string) => address.toLowerCase() === email.toLowerCase()
  if (!isInvited(ownEmail)) throw new Forbidden('This invitation is for another e-mail address')
  if (provenEmail && isInvited(provenEmail)) return
  throw new Forbidden('Confirm your email address first, or open the link in the invitation email', {
    details: { reason: 'email_not_confirmed' },
  })
}

const gone = {
  accepted: 'This invitation was accepted before',
  revoked: 'This invitation was revoked',
  expired: 'This invitation has expired; ask for a new one',
}

async function refuseUnusable(tx: Database, { projectId, status }: Invitation, actor: Actor) {
  if (status === 'accepted') throw new Gone(gone[status], { status })
  if (await isMember(tx, projectId, actor.id)) {
    throw new Conflict('You are a member of this project already', { projectId })
  }
  if (status !== 'pending') throw new Gone(gone[status], { status })
}
