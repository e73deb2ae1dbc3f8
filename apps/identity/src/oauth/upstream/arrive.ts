import { languageOf } from '@atrium/core/language'
import type { FastifyReply } from 'fastify'
import type { Deps } from '#deps.ts'
import { findOwnInvitation } from '#registration/invitation.ts'
import type { StoredProvider } from '#sign-in/providers/provider.queries.ts'
import { provisionUser } from '#sign-in/providers/provision-user.ts'
import type { UpstreamProfile } from '#sign-in/providers/upstream-provider.ts'
import { recordSignIn, refusePasswordAlone, refuseUnverified } from '#sign-in/rules/sign-in-rules.ts'
import { issueTwoFactorToken } from '#sign-in/two-factor/second-step.ts'
import type { Proof } from '#tokens/proof.ts'
import { visitorOf } from '#tokens/visitor.ts'
import { getCredentials } from '#users/credentials.queries.ts'
import { getUser } from '#users/user.queries.ts'
import type { AuthorizationRequest } from '../authorize/authorization-request.ts'
import { continueSignedIn } from '../authorize/interactions.ts'
import { sendSignInPage } from '../authorize/sign-in.interaction.ts'
import { startBrowserSession } from '../session/browser-session.ts'
import { rememberUpstream, sealProof } from '../session/upstream-proof.ts'
import type { UpstreamSignIn } from '../session/upstream-sign-in.queries.ts'

interface Arrival {
  authorization: AuthorizationRequest
  provider: StoredProvider
  profile: UpstreamProfile
  begun: UpstreamSignIn
}

/** Goes on after a provider has confirmed who the visitor is. */
export async function arrive(
  deps: Deps,
  reply: FastifyReply,
  { authorization, provider, profile, begun }: Arrival,
) {
  const { request } = reply
  const { sid, idToken, received: _, ...person } = profile
  const outcome = await provisionUser(deps, provider, person, {
    language: languageOf(request),
    invitation: await findOwnInvitation(deps, provider, begun.parameters.invitation, person.email),
    linkTo: begun.userId,
  })
  const known = { provider: provider.slug, providerName: provider.name, person, sid, idToken }
  if ('conflictWith' in outcome) {
    const { email, capabilities } = await getUser(deps.db, outcome.conflictWith)
    const upstream = sealProof(deps, { ...known, userId: outcome.conflictWith, isLink: true })
    const isLinkable = capabilities.hasPassword
    return sendSignInPage(
      { deps, reply, authorization },
      { username: email, upstream, link: { provider: provider.name, isLinkable } },
    )
  }
  const { userId } = outcome
  const user = await getCredentials(deps.db, userId)
  refuseUnverified(deps, user)
  const amr = profile.hasSecondFactor ? 'fed mfa' : 'fed'
  const at = profile.authenticatedAt ?? deps.now().toISOString()
  const proof: Proof = { userId, amr, at, stamp: user.securityStamp }
  if (!profile.hasSecondFactor) {
    if (user.twoFactorSince) {
      const upstream = sealProof(deps, { ...known, userId, isLink: false })
      const twoFactorToken = issueTwoFactorToken(deps, proof)
      return sendSignInPage({ deps, reply, authorization }, { twoFactorToken, upstream })
    }
    await refusePasswordAlone(deps, userId)
  }
  await recordSignIn(deps, { isRight: true, userId, address: request.ip, provider: provider.slug })
  const session = await startBrowserSession(deps, reply, { proof, visitor: visitorOf(request) })
  await rememberUpstream(deps, known, session.familyId)
  return continueSignedIn(deps, reply, authorization, session)
}
