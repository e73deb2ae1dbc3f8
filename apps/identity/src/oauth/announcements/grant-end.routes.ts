import { inTransaction } from '@atrium/database/transaction'
import { lockUser } from '#access-control/hierarchy.queries.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { personalTokenIdOf, publicTokenId } from '#sign-in/personal-tokens/personal-token.commands.ts'
import { revokePersonalToken } from '#sign-in/personal-tokens/personal-token.queries.ts'
import { revokeUserTokensOf } from '#tokens/revoke-tokens.queries.ts'
import { findClient } from '../clients/client.queries.ts'
import { deleteConsent } from '../consent/consent.queries.ts'
import { endGrant } from './grant-end.contract.ts'
import { authenticateTaskService } from './task-service.ts'

/** In a context that replies with OAuth errors. */
export function grantEndRoutes(route: Route, deps: Deps) {
  route(endGrant, {}, async ({ body: { userId, clientId, tokenId }, request }) => {
    await authenticateTaskService(deps, request)
    if (clientId !== undefined) await endApplication(deps, userId, clientId)
    if (tokenId !== undefined) await endPersonalToken(deps, userId, personalTokenIdOf(tokenId))
    return { message: 'Ended' }
  })
}

/** The consent first: a code that is being issued has locked it, and is ended with the others. */
async function endApplication(deps: Deps, userId: number, clientId: string) {
  const { OAUTH2_CLIENT_ID, TASKS_CLIENT_ID } = deps.settings
  const client = await findClient(deps, clientId)
  if (!client || [OAUTH2_CLIENT_ID, TASKS_CLIENT_ID].includes(clientId)) return
  await inTransaction(deps, async (tx, emit) => {
    if (!(await lockUser(tx, userId))) return
    const hadConsent = await deleteConsent(tx, { userId, clientId: client.id })
    const ended = await revokeUserTokensOf(tx, userId, client.id, deps.now())
    if (!hadConsent && ended.length === 0) return
    await audit(deps, tx, byUser(deps, userId), {
      action: 'application.disconnected',
      subjectType: 'user',
      subjectId: userId,
      details: { clientId },
    })
    for (const familyId of ended) await emit({ type: 'TokensRevoked', familyId, isSignOut: true })
  })
}

function endPersonalToken(deps: Deps, userId: number, tokenId: number) {
  return inTransaction(deps, async (tx, emit) => {
    if (!(await lockUser(tx, userId))) return
    const name = await revokePersonalToken(tx, tokenId, userId, deps.now().toISOString())
    if (name === undefined) return
    await audit(deps, tx, byUser(deps, userId), {
      action: 'user.personal_token_revoked',
      subjectType: 'user',
      subjectId: userId,
      details: { tokenId, name },
    })
    await emit({ type: 'TokensRevoked', tokenId: publicTokenId(tokenId) })
  })
}

/** The user acts in the task service, whose client is the one that asks. */
function byUser({ settings }: Deps, id: number) {
  return { id, clientId: settings.TASKS_CLIENT_ID ?? '', address: null }
}
