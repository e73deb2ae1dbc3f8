import { Conflict } from '@atrium/core/errors'
import type { Language } from '@atrium/core/language'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { holdPlace } from './hold-place.ts'
import type { NewInvitation, NewlyInvited } from './invitation.contract.ts'
import { insertInvitation, takeInvitationId } from './invitation.queries.ts'
import { mailInvitation } from './invitation-mail.ts'
import { invitationDigest, invitationLink, invitationToken } from './invitation-token.ts'
import { isMembersEmail } from './member.queries.ts'
import { refuseManyLetters } from './refuse-many-letters.ts'
import { refusePersonal } from './require-right.ts'
import { revokePending } from './revoke-pending.ts'

const LIFETIME_MS = 7 * 24 * 3600 * 1000

/** A second invitation to the same address takes the place of the first. */
export function inviteMember(
  deps: Deps,
  actor: Actor,
  projectId: number,
  { email, role, language }: NewInvitation & { language: Language },
): Promise<NewlyInvited> {
  return inTransaction(deps, async (tx, emit) => {
    refusePersonal(await holdPlace(tx, actor, projectId, 'invitation.write'))
    if (await isMembersEmail(tx, projectId, email)) {
      throw new Conflict('Somebody with this e-mail address is a member already')
    }
    await refuseManyLetters(tx, actor, email, deps.now())
    await revokePending(tx, emit, actor, projectId, { email })
    const invitation = invitationOf(deps, actor, {
      id: await takeInvitationId(tx),
      projectId,
      email,
      role,
    })
    const token = invitationToken(deps.settings, invitation)
    await insertInvitation(tx, { ...invitation, tokenDigest: invitationDigest(token) })
    const { id: invitationId } = invitation
    await mailInvitation(tx, { invitationId, language })
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
