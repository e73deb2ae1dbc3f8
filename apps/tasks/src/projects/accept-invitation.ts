import { inTransaction } from '@atrium/database/transaction'
import { Conflict, Forbidden, Gone } from '@atrium/http/errors'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { getInvitation, markAccepted } from './invitation.queries.ts'
import type { Invitation } from './invitation.schema.ts'
import { invitationDigest } from './invitation-token.ts'
import { getActiveUser } from './member.queries.ts'
import { isMember } from './place.queries.ts'
import { getProject, holdProject, insertMember } from './project.queries.ts'
import type { Project } from './project.schema.ts'
import { refuseArchived } from './require-right.ts'

export function acceptInvitation(deps: Deps, actor: Actor, token: string): Promise<Project> {
  const digest = invitationDigest(token)
  const now = deps.now().toISOString()
  return inTransaction(deps, async (tx, announce) => {
    const { projectId } = await getInvitation(tx, digest, now)
    const project = await holdProject(tx, projectId)
    const invitation = await getInvitation(tx, digest, now) // as it is now that nobody else can change it
    const { email } = await getActiveUser(tx, actor.id)
    refuseUnusable(invitation, email)
    refuseArchived(project)
    if (await isMember(tx, projectId, actor.id))
      throw new Conflict('You are a member of this project already')
    const { id: invitationId, role, invitedBy } = invitation
    await markAccepted(tx, invitationId)
    await insertMember(tx, projectId, actor.id, role)
    const inProject = { projectId, actorId: actor.id }
    await announce({
      ...inProject,
      name: 'invitation.accepted',
      after: { invitationId, email, role, invitedBy },
    })
    await announce({ ...inProject, name: 'member.added', after: { userId: actor.id, role } })
    return getProject(tx, projectId, actor.id)
  })
}

const gone = {
  accepted: 'This invitation was accepted before',
  revoked: 'This invitation was revoked',
  expired: 'This invitation has expired; ask for a new one',
}

/** What became of an invitation is told only to whom it was meant for. */
function refuseUnusable({ email, status }: Invitation, ownEmail: string) {
  if (email.toLowerCase() !== ownEmail.toLowerCase()) {
    throw new Forbidden('This invitation is for another e-mail address')
  }
  if (status !== 'pending') throw new Gone(gone[status], { status })
}
