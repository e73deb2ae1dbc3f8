import { randomBytes } from 'node:crypto'
import { Conflict, EntityNotFound, Forbidden, ValidationFailed } from '@atrium/core/errors'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import { type Actor, CLIENT_LEVEL } from '#access-control/actor.ts'
import { parseScopes, permissionsOfScopes } from '#access-control/scopes.contract.ts'
import { insertAuditEntry } from '#audit/audit.queries.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { Event } from '#events.ts'
import { revokeClientTokens } from '#tokens/revoke-tokens.queries.ts'
import { randomToken } from '#tokens/secrets.ts'
import { type Checked, checkClient } from './check-client.ts'
import type { ClientChanges, NewClient } from './client.contract.ts'
import {
  type Client,
  insertClient,
  lockClient,
  type StoredClient,
  updateClient,
  upsertClient,
} from './client.queries.ts'
import { registeredRedirects } from './redirect-uri.ts'

/**
 * The secret is shown once: only its digest is stored. A public client has none that works. What is created over HTTP
 * (by an actor) asks each user; only the console can trust a client.
 */
export async function createClient(
  deps: Deps,
  client: NewClient,
  { actor, isTrusted = false }: { actor?: Actor; isTrusted?: boolean } = {},
) {
  checkClient(client)
  refuseLowLevel(actor)
  refuseBeyond(actor, client.scope)
  const clientId = randomBytes(16).toString('hex')
  const clientSecret = randomToken()
  const id = await inTransaction(deps, async tx => {
    const id = await insertClient(tx, {
      ...storedFields(client),
      name: client.name,
      clientId,
      clientSecret: deps.secrets.digest(clientSecret),
      isPublic: client.isPublic,
      requiresPkce: client.requiresPkce ?? client.isPublic,
      needsConsent: actor !== undefined,
      isTrusted: isTrusted && actor === undefined,
    })
    await tell(deps, tx, actor, 'client.created', { id, clientId })
    return id
  })
  return { id, clientId, clientSecret: client.isPublic ? null : clientSecret }
}

/** A client of our own whose name and secret are in the settings; created or brought up to date, and trusted. */
export async function ensureClient(deps: Deps, client: Omit<StoredClient, 'needsConsent' | 'isTrusted'>) {
  const clientSecret = deps.secrets.digest(client.clientSecret)
  const trust = { needsConsent: false, isTrusted: true }
  await inTransaction(deps, async (tx, emit) => {
    await upsertClient(tx, { ...client, clientSecret, ...trust }, deps.now())
    await emit({ type: 'ClientChanged' })
  })
}

/** Who loses a scope loses the tokens that carry it. */
export async function updateClientSettings(
  deps: Deps,
  clientId: string,
  changes: ClientChanges,
  actor: Actor,
) {
  const { name, requiresPkce } = changes
  await changeClient(deps, clientId, 'client.updated', actor, async (tx, client, emit) => {
    refuseFirstParty(deps, clientId)
    refuseLowLevel(actor)
    const { grantTypes, scope, isPublic } = client
    const whole = { grantTypes, scope, isPublic, redirectUris: registeredRedirects(client), ...changes }
    checkClient(whole)
    refuseBeyond(actor, `${scope} ${whole.scope}`)
    const fields = storedFields(whole)
    const stored = { name, requiresPkce, ...fields, ...(isWidened(client, fields) && untrusted) }
    await updateClient(tx, client.id, stored, deps.now())
    if (parseScopes(scope).every(each => parseScopes(stored.scope).includes(each))) return
    await revokeClientTokens(tx, client.id, deps.now())
    await emit({ type: 'TokensRevoked', clientId })
  })
}

/** What a switched-off client holds is worth nothing from then on. */
export async function setClientActive(deps: Deps, clientId: string, isActive: boolean, actor?: Actor) {
  const action = isActive ? 'client.enabled' : 'client.disabled'
  await changeClient(deps, clientId, action, actor, async (tx, client, emit) => {
    if (!isActive) refuseFirstParty(deps, clientId)
    refuseLowLevel(actor)
    if (isActive) refuseBeyond(actor, client.scope)
    await updateClient(tx, client.id, { isActive }, deps.now())
    if (isActive) return
    await revokeClientTokens(tx, client.id, deps.now())
    await emit({ type: 'TokensRevoked', clientId })
  })
}

export async function rotateClientSecret(deps: Deps, clientId: string, actor?: Actor) {
  const clientSecret = randomToken()
  await changeClient(deps, clientId, 'client.secret_rotated', actor, async (tx, client) => {
    refuseFirstParty(deps, clientId)
    refuseLowLevel(actor)
    refuseBeyond(actor, client.scope)
    if (client.isPublic) throw new ValidationFailed({ client: ['is public and has no secret'] })
    await updateClient(tx, client.id, { clientSecret: deps.secrets.digest(clientSecret) }, deps.now())
  })
  return clientSecret
}

/** From now on its users are not asked again; for the console alone. */
export async function trustClient(deps: Deps, clientId: string) {
  await changeClient(deps, clientId, 'client.trusted', undefined, (tx, client) =>
    updateClient(tx, client.id, { isTrusted: true }, deps.now()),
  )
}

async function changeClient(
  deps: Deps,
  clientId: string,
  action: string,
  actor: Actor | undefined,
  change: (tx: Database, client: Client, emit: Emit<Event>) => Promise<void>,
) {
  await inTransaction(deps, async (tx, emit) => {
    const client = await lockClient(tx, clientId)
    if (!client) throw new EntityNotFound(`The client ${clientId}`)
    await change(tx, client, emit)
    await tell(deps, tx, actor, action, client)
    await emit({ type: 'ClientChanged' })
  })
}

/** Without it nobody could sign in to switch it on again, and each start brings its settings back. */
function refuseFirstParty({ settings }: Deps, clientId: string) {
  if (clientId === settings.OAUTH2_CLIENT_ID)
    throw new Conflict('This is the client of our own pages; the settings say what it is')
}

/** A client acts at this level by itself; nobody below gets hold of one. */
function refuseLowLevel(actor: Actor | undefined) {
  if (!actor || actor.level >= CLIENT_LEVEL) return
  throw new Forbidden(`Managing clients needs a role of level ${CLIENT_LEVEL} or higher`, {
    details: { level: CLIENT_LEVEL, ownLevel: actor.level },
  })
}

/** Nobody gets hold of a client that may do more than they may themselves, and with their own token. */
function refuseBeyond(actor: Actor | undefined, scope: string) {
  if (!actor) return
  const scopes = parseScopes(scope)
  const lacking = scopes.filter(each => !actor.scopes.includes(each)).join(' ')
  if (lacking) throw new Forbidden(`Your own token lacks ${lacking}`, { details: { scope: lacking } })
  const missing = permissionsOfScopes(scopes).filter(name => !actor.permissions.has(name))
  if (missing.length === 0) return
  throw new Forbidden(`These scopes include permissions that you do not have: ${missing.join(', ')}`, {
    details: { permissions: missing },
  })
}

/** Whether its codes could reach others than before, or bring more. */
function isWidened(before: Client, after: ReturnType<typeof storedFields>) {
  return (['redirectUri', 'grantTypes', 'scope'] as const).some(field => {
    const known = before[field]?.split(/\s/) ?? []
    return after[field]?.split(/\s/).some(each => !known.includes(each))
  })
}

const untrusted = { needsConsent: true, isTrusted: false }

/** Whoever may run the console is nobody in particular: there the entry names the client that it is about. */
function tell(
  deps: Deps,
  tx: Database,
  actor: Actor | undefined,
  action: string,
  { id, clientId }: Pick<Client, 'id' | 'clientId'>,
) {
  const subject = { subjectType: 'client' as const, subjectId: id }
  if (actor) return audit(deps, tx, actor, { action, ...subject, details: { clientId } })
  return insertAuditEntry(tx, { at: deps.now().toISOString(), action, actorId: null, clientId, ...subject })
}

function storedFields({ redirectUris, grantTypes, scope }: Checked) {
  return {
    redirectUri: redirectUris.join('\n') || null,
    grantTypes: parseScopes(grantTypes).join(' '),
    scope: parseScopes(scope).join(' '),
  }
}
