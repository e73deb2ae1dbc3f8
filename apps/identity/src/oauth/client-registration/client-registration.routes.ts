import { randomBytes } from 'node:crypto'
import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { agentResource } from '#settings.ts'
import { type ClientDocument, DocumentProblem, readMetadata } from '../client-documents/client-document.ts'
import { insertClient } from '../clients/client.queries.ts'
import { foreignClient, foreignScope } from '../clients/foreign-client.ts'
import { OAuthError } from '../oauth-error.ts'
import { registerClient } from './client-registration.contract.ts'

/** RFC 7591, in a context that replies with OAuth errors. */
export function clientRegistrationRoutes(route: Route, deps: Deps) {
  const { settings } = deps

  route(registerClient, { rateLimit: { max: 20, timeWindow: '1 hour' } }, async ({ body, reply }) => {
    if (!settings.DYNAMIC_CLIENT_REGISTRATION || !agentResource(settings)) {
      throw new OAuthError('registration_off')
    }
    const client = readRegistration(body)
    const clientId = randomBytes(16).toString('hex')
    await storeClient(deps, clientId, client)
    return reply.code(201).send({
      client_id: clientId,
      client_id_issued_at: Math.floor(deps.now().getTime() / 1000),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: client.grantTypes,
      response_types: client.grantTypes.includes('authorization_code') ? ['code'] : [],
      token_endpoint_auth_method: 'none',
      scope: foreignScope,
    })
  })
}

/** Unlike in a document, which others read too, every address has to be usable. */
function readRegistration(metadata: Record<string, unknown>): ClientDocument {
  const { redirect_uris: asked } = metadata
  try {
    const client = readMetadata({ client_name: nameOf(asked), ...metadata })
    if (client.redirectUris.length < new Set(asked as string[]).size)
      throw new DocumentProblem('redirect_uris')
    return client
  } catch (error) {
    if (!(error instanceof DocumentProblem)) throw error
    if (error.field === 'redirect_uris') throw new OAuthError('redirect_uris_invalid')
    throw new OAuthError('client_metadata_invalid', { field: error.field })
  }
}

/** A client without a name is called by where it sends its users. */
function nameOf(redirectUris: unknown) {
  const [first] = Array.isArray(redirectUris) ? redirectUris : []
  return URL.parse(String(first))?.host || 'Application'
}

function storeClient(deps: Deps, clientId: string, { name, redirectUris, grantTypes }: ClientDocument) {
  return inTransaction(deps, async tx => {
    const id = await insertClient(tx, {
      ...foreignClient(deps),
      clientId,
      clientSecret: deps.secrets.digest(randomBytes(32).toString('hex')),
      name,
      redirectUri: redirectUris.join('\n'),
      grantTypes: grantTypes.join(' '),
      source: 'registration',
    })
    await insertAuditEntry(tx, {
      at: deps.now().toISOString(),
      action: 'client.created',
      actorId: null,
      clientId,
      subjectType: 'client',
      subjectId: id,
    })
  })
}
