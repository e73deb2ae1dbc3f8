import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { authenticateConfidentialClient } from '../clients/client-authentication.ts'
import { OAuthError } from '../oauth-error.ts'

/** Refuses every client but that of the task service. */
export async function authenticateTaskService(deps: Deps, request: FastifyRequest) {
  const { clientId } = await authenticateConfidentialClient(deps, request)
  if (clientId !== deps.settings.TASKS_CLIENT_ID) throw new OAuthError('client_cannot_follow_announcements')
}
