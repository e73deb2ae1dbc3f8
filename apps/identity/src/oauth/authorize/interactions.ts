import type { FastifyReply } from 'fastify'
import type { Deps } from '#deps.ts'
import { OAuthError } from '../oauth-error.ts'
import { afterSignIn } from '../openid/openid-request.ts'
import type { BrowserSession } from '../session/browser-session.ts'
import { account } from './account.interaction.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { sendCode } from './authorization-response.ts'
import { consent } from './consent.interaction.ts'
import { type Interaction, isSilent, type Visit } from './interaction.ts'
import { secondFactor } from './second-factor.interaction.ts'
import { checkSignIn } from './session-check.ts'
import { signIn } from './sign-in.interaction.ts'

/** The steps between the request of an application and its code, in order. */
const interactions: Interaction[] = [signIn, account, secondFactor, consent]

/**
 * Shows the first step that is needed, or sends the code. It runs from the start after every step, each of which repeats
 * the request: a step has its parameters, never an address to go to.
 */
export async function continueVisit(visit: Visit) {
  const { authorization } = visit
  for (const interaction of orderFor(visit)) {
    const reasons = await interaction.reasons(visit)
    if (reasons.length === 0) continue
    if (isSilent(authorization)) throw new OAuthError(interaction.error)
    return interaction.show(visit, reasons)
  }
  return sendCode(visit)
}

/** Without the visitor's consent an application learns nothing about them, such as whether they are the expected user. */
function orderFor({ authorization, session }: Visit) {
  return isSilent(authorization) && session ? [consent, ...interactions] : interactions
}

/** Goes on after a sign-in, once it is the expected user who has signed in. */
export async function continueSignedIn(
  deps: Deps,
  reply: FastifyReply,
  authorization: AuthorizationRequest,
  session: BrowserSession,
) {
  await checkSignIn(deps, authorization, session)
  const parameters = afterSignIn(authorization.parameters)
  const completed = [signIn.name, account.name]
  return continueVisit({
    deps,
    reply,
    authorization: { ...authorization, parameters },
    session,
    parameters,
    completed,
  })
}
