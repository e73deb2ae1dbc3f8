import type { FastifyReply } from 'fastify'
import type { Deps } from '#deps.ts'
import { OAuthError } from '../oauth-error.ts'
import type { BrowserSession } from '../session/browser-session.ts'
import type { AuthorizationRequest } from './authorization-request.ts'

/** A visitor with the request of an application. */
export interface Visit {
  deps: Deps
  reply: FastifyReply
  authorization: AuthorizationRequest
  session: BrowserSession | null
  /** All parameters as they were sent; `authorization` has those that are checked and repeated. */
  parameters: Record<string, unknown>
  /** The names of interactions that the visitor has just completed: the request does not ask for them again. */
  completed: string[]
}

/** A step that the visitor may have to take before the application gets a code: an entry of the list in `interactions.ts`. */
export interface Interaction {
  name: string
  /** What an application that asks with `prompt=none` gets instead. */
  error: 'login_required' | 'interaction_required' | 'consent_required'
  /** Why the step is needed; none if it is not. A request that is refused is thrown as an OAuthError. */
  reasons: (visit: Visit) => Promise<string[]> | string[]
  show: (visit: Visit, reasons: string[]) => Promise<FastifyReply> | FastifyReply
}

/** The session of a visitor who has signed in, as every step after the sign-in expects. */
export function sessionOf({ session }: Visit) {
  if (!session) throw new OAuthError('login_required')
  return session
}

/** Whether the application asks for an answer without any page. */
export function isSilent({ openId }: AuthorizationRequest) {
  return openId?.prompts.includes('none') === true
}
