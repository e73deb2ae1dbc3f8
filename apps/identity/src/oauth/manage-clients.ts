import { randomBytes } from 'node:crypto'
import { type Announce, inTransaction } from '@atrium/database/transaction'
import { EntityNotFound, ValidationFailed } from '@atrium/http/errors'
import { isScope, parseScopes } from '#access-control/scopes.ts'
import { insertAuditEntry } from '#audit/audit.queries.ts'
import type { Database, Deps } from '#deps.ts'
import type { Event } from '#events.ts'
import { revokeClientTokens } from '#tokens/revoke-tokens.queries.ts'
import { randomToken, tokenDigest } from '#tokens/token-digest.ts'
import { type Client, insertClient, readClient, updateClient, upsertClient } from './client.queries.ts'
import { grantTypes, type NewClient } from './client.schema.ts'
import { isLoopback } from './redirect-uri.ts'

/** The secret is shown once: only its digest is stored. A public client has none that works. */
export async function createClient(deps: Deps, client: NewClient) {
  checkClient(client)
  const clientId = randomBytes(16).toString('hex')
  const clientSecret = randomToken()
  await inTransaction(deps, async tx => {
    const id = await insertClient(tx, {
      name: client.name,
      clientId,
      clientSecret: tokenDigest(deps.settings, clientSecret),
      redirectUri: client.redirectUris.join('\n') || null,
      grantTypes: parseScopes(client.grantTypes).join(' '),
      scope: parseScopes(client.scope).join(' '),
      isPublic: client.isPublic,
      requiresPkce: client.requiresPkce ?? client.isPublic,
    })
    await tell(deps, tx, 'client.created', { id, clientId })
  })
  return { clientId, clientSecret: client.isPublic ? null : clientSecret }
}

/** A client of our own whose name and secret the settings say; made anew or brought up to date. */
export async function ensureClient(deps: Deps, client: Omit<Client, 'id' | 'isActive'>) {
  const clientSecret = tokenDigest(deps.settings, client.clientSecret)
  await inTransaction(deps, async (tx, announce) => {
    await upsertClient(tx, { ...client, clientSecret }, deps.now())
    await announce({ name: 'ClientChanged' })
  })
}

/** What a switched-off client holds is worth nothing from then on. */
export async function setClientActive(deps: Deps, clientId: string, isActive: boolean) {
  await changeClient(
    deps,
    clientId,
    isActive ? 'client.enabled' : 'client.disabled',
    async (tx, client, announce) => {
      await updateClient(tx, client.id, { isActive }, deps.now())
      if (isActive) return
      await revokeClientTokens(tx, client.id, deps.now())
      await announce({ name: 'TokensRevoked', clientId })
    },
  )
}

export async function rotateClientSecret(deps: Deps, clientId: string) {
  const clientSecret = randomToken()
  await changeClient(deps, clientId, 'client.secret_rotated', async (tx, client) => {
    if (client.isPublic) throw new ValidationFailed({ client: ['is public and has no secret'] })
    await updateClient(tx, client.id, { clientSecret: tokenDigest(deps.settings, clientSecret) }, deps.now())
  })
  return clientSecret
}

async function changeClient(
  deps: Deps,
  clientId: string,
  action: string,
  change: (tx: Database, client: Client, announce: Announce<Event>) => Promise<void>,
) {
  await inTransaction(deps, async (tx, announce) => {
    const client = await readClient(tx, clientId)
    if (!client) throw new EntityNotFound(`The client ${clientId}`)
    await change(tx, client, announce)
    await tell(deps, tx, action, client)
    await announce({ name: 'ClientChanged' })
  })
}

/** By the console: whoever may run it is nobody in particular. */
function tell(
  { now }: Deps,
  tx: Database,
  action: string,
  { id, clientId }: Pick<Client, 'id' | 'clientId'>,
) {
  const subject = { subjectType: 'client' as const, subjectId: id }
  return insertAuditEntry(tx, { at: now().toISOString(), action, actorId: null, clientId, ...subject })
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
