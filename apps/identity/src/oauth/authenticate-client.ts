import { areEqualSecrets } from '@atrium/http/credentials'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import type { Client } from './client.queries.ts'
import { findClient } from './client-cache.ts'
import { OAuthError } from './oauth-error.ts'

interface Credentials {
  clientId: string
  clientSecret?: string
}

/** For the API description: HTTP Basic, or `client_id` and `client_secret` in the body. */
export const clientAuthentication: Record<string, string[]>[] = [{ client: [] }, {}]

/** By HTTP Basic or by form fields, never both (RFC 6749 §2.3); a public client has only its name. */
export async function authenticateClient(deps: Deps, request: FastifyRequest): Promise<Client> {
  const { clientId, clientSecret } = presentedCredentials(request)
  const client = await findClient(deps, clientId)
  if (!client?.isActive) throw new OAuthError('invalid_client', 'The client is unknown or not active')
  if (client.isPublic && !clientSecret) return client
  if (!clientSecret || !areEqualSecrets(client.clientSecret, deps.secrets.digest(clientSecret))) {
    throw new OAuthError('invalid_client', 'The client secret is missing or wrong')
  }
  return client
}

/** A client that proves who it is: a public one has nothing to prove it with. */
export async function authenticateConfidentialClient(deps: Deps, request: FastifyRequest): Promise<Client> {
  const client = await authenticateClient(deps, request)
  if (client.isPublic) throw new OAuthError('invalid_client', 'A public client cannot authenticate itself')
  return client
}

/** Whether the Authorization header alone proves a client, as long as the body has not been read. */
export async function isClientByHeader(deps: Deps, request: FastifyRequest) {
  if (!isBasic(request)) return false
  try {
    await authenticateConfidentialClient(deps, request)
    return true
  } catch (error) {
    if (error instanceof OAuthError) return false
    throw error
  }
}

export function hasClientCredentials(request: FastifyRequest) {
  return isBasic(request) || formOf(request).client_secret !== undefined
}

function presentedCredentials(request: FastifyRequest): Credentials {
  if ('client_secret' in (request.query as object)) {
    throw new OAuthError(
      'invalid_request',
      'Send the client secret in the body or by HTTP Basic, never in the address',
    )
  }
  const form = formOf(request)
  if (!isBasic(request)) {
    if (!form.client_id) throw new OAuthError('invalid_client', 'client_id is missing')
    return { clientId: form.client_id, clientSecret: form.client_secret }
  }
  if (form.client_secret !== undefined) {
    throw new OAuthError('invalid_request', 'Send the client secret in one way only')
  }
  const credentials = decodeBasic(request.headers.authorization ?? '')
  if (form.client_id !== undefined && form.client_id !== credentials.clientId) {
    throw new OAuthError('invalid_request', 'Two different client_id were sent')
  }
  return credentials
}

function isBasic(request: FastifyRequest) {
  return /^basic /i.test(request.headers.authorization ?? '')
}

function formOf(request: FastifyRequest) {
  return (request.body ?? {}) as { client_id?: string; client_secret?: string }
}

/** Both halves are form-encoded before they are joined (RFC 6749 §2.3.1). */
function decodeBasic(authorization: string): Credentials {
  const pair = Buffer.from(authorization.slice('basic '.length).trim(), 'base64').toString()
  const colon = pair.indexOf(':')
  if (colon < 0) throw new OAuthError('invalid_client', 'The Authorization header is malformed')
  return { clientId: formDecoded(pair.slice(0, colon)), clientSecret: formDecoded(pair.slice(colon + 1)) }
}

function formDecoded(text: string) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new OAuthError('invalid_client', 'The Authorization header is malformed')
  }
}
