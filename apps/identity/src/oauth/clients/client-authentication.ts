import { areEqualSecrets } from '@atrium/http/routes/credentials'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { OAuthError } from '../oauth-error.ts'
import type { Client } from './client.queries.ts'
import { findAllowedClient } from './foreign-client.ts'

interface Credentials {
  clientId: string
  clientSecret?: string
}

/** By HTTP Basic or form fields, never both (RFC 6749 §2.3); a public client has only its ID. */
export async function authenticateClient(deps: Deps, request: FastifyRequest): Promise<Client> {
  const { clientId, clientSecret } = presentedCredentials(request)
  const client = await findAllowedClient(deps, clientId)
  if (!client?.isActive) throw new OAuthError('client_not_active')
  if (client.isPublic && !clientSecret) return client
  if (!clientSecret || !areEqualSecrets(client.clientSecret, deps.secrets.digest(clientSecret))) {
    throw new OAuthError('incorrect_client_secret')
  }
  return client
}

/** A public client has no secret to authenticate with. */
export async function authenticateConfidentialClient(deps: Deps, request: FastifyRequest): Promise<Client> {
  const client = await authenticateClient(deps, request)
  if (client.isPublic) throw new OAuthError('client_cannot_authenticate')
  return client
}

/** Whether the Authorization header alone authenticates a client, before the body is read. */
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
    throw new OAuthError('client_secret_in_address')
  }
  const form = formOf(request)
  if (!isBasic(request)) {
    if (!form.client_id) throw new OAuthError('client_id_missing')
    return { clientId: form.client_id, clientSecret: form.client_secret }
  }
  if (form.client_secret !== undefined) {
    throw new OAuthError('client_secret_repeated')
  }
  const credentials = decodeBasic(request.headers.authorization ?? '')
  if (form.client_id !== undefined && form.client_id !== credentials.clientId) {
    throw new OAuthError('client_ids_differ')
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
  if (colon < 0) throw new OAuthError('malformed_basic_credentials')
  return { clientId: formDecoded(pair.slice(0, colon)), clientSecret: formDecoded(pair.slice(colon + 1)) }
}

function formDecoded(text: string) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new OAuthError('malformed_basic_credentials')
  }
}
