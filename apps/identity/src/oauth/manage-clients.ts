import { randomBytes } from 'node:crypto'
import { inTransaction } from '@atrium/database/transaction'
import { EntityNotFound, ValidationFailed } from '@atrium/http/errors'
import { isScope, parseScopes } from '#access-control/scopes.ts'
import type { Deps } from '#deps.ts'
import { randomToken, tokenDigest } from '#tokens/token-digest.ts'
import { type Client, findClient, insertClient, revokeClientTokens, updateClient } from './client.queries.ts'
import { grantTypes, type NewClient } from './client.schema.ts'
import { isLoopback } from './redirect-uri.ts'

/** The secret is shown once: only its digest is stored. A public client has none that works. */
export async function createClient({ db, settings }: Deps, client: NewClient) {
  checkClient(client)
  const clientId = randomBytes(16).toString('hex')
  const clientSecret = randomToken()
  await insertClient(db, {
    name: client.name,
    clientId,
    clientSecret: tokenDigest(settings, clientSecret),
    redirectUri: client.redirectUris.join('\n') || null,
    grantTypes: parseScopes(client.grantTypes).join(' '),
    scope: parseScopes(client.scope).join(' '),
    isPublic: client.isPublic,
    requiresPkce: client.requiresPkce ?? client.isPublic,
  })
  return { clientId, clientSecret: client.isPublic ? null : clientSecret }
}

/** A client of our own whose name and secret the settings say; made anew or brought up to date. */
export async function ensureClient({ db, settings, now }: Deps, client: Omit<Client, 'id' | 'isActive'>) {
  const wanted = { ...client, clientSecret: tokenDigest(settings, client.clientSecret) }
  await db.transaction().execute(async tx => {
    const known = await findClient(tx, client.clientId)
    if (known) await updateClient(tx, known.id, wanted, now())
    else await insertClient(tx, wanted)
  })
}

/** What a switched-off client holds is worth nothing from then on. */
export async function setClientActive(deps: Deps, clientId: string, isActive: boolean) {
  const { now } = deps
  await inTransaction(deps, async (tx, announce) => {
    const client = await getClient(tx, clientId)
    await updateClient(tx, client.id, { isActive }, now())
    if (isActive) return
    await revokeClientTokens(tx, client.id, now())
    await announce({ name: 'TokensRevoked', clientId })
  })
}

export async function rotateClientSecret({ db, settings, now }: Deps, clientId: string) {
  const client = await getClient(db, clientId)
  if (client.isPublic) throw new ValidationFailed({ client: ['is public and has no secret'] })
  const clientSecret = randomToken()
  await updateClient(db, client.id, { clientSecret: tokenDigest(settings, clientSecret) }, now())
  return clientSecret
}

async function getClient(db: Deps['db'], clientId: string) {
  const client = await findClient(db, clientId)
  if (!client) throw new EntityNotFound(`The client ${clientId}`)
  return client
}

function checkClient({ grantTypes: grants, scope, redirectUris, isPublic }: NewClient) {
  const asked = parseScopes(grants)
  const unknownGrant = asked.find(grant => !(grantTypes as readonly string[]).includes(grant))
  if (unknownGrant) refuse('grant types', `must be among ${grantTypes.join(', ')}, not ${unknownGrant}`)
  const unknownScope = parseScopes(scope).find(name => !isScope(name))
  if (unknownScope) refuse('scope', `has no ${unknownScope}`)
  if (isPublic && asked.includes('client_credentials'))
    refuse('grant types', 'of a public client cannot be client_credentials')
  if (asked.includes('authorization_code') && redirectUris.length === 0) {
    refuse('redirect URI', 'is required for the grant authorization_code')
  }
  for (const address of redirectUris) checkRedirectUri(address)
}

/** Absolute, without wildcard or fragment, and encrypted unless it stays on the machine (RFC 9700 §2.1, §2.6). */
function checkRedirectUri(address: string) {
  if (!URL.canParse(address) || /[\s*#]/.test(address))
    refuse('redirect URI', `must be a whole address, not ${address}`)
  if (address.startsWith('http:') && !isLoopback(address))
    refuse('redirect URI', `must use https, not ${address}`)
  if (/^(javascript|data|vbscript|file|blob):/i.test(address)) refuse('redirect URI', `cannot be ${address}`)
}

function refuse(field: string, message: string): never {
  throw new ValidationFailed({ [field]: [message] })
}
