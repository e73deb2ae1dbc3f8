import { randomBytes } from 'node:crypto'
import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import { type Actor, CLIENT_LEVEL } from '#access-control/actor.ts'
import {
  isKnownScope,
  isScope,
  isTasksScope,
  parseScopes,
  permissionsOfScopes,
} from '#access-control/scopes.contract.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden, NotFound, ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import { protectedResources, type Settings } from '#settings.ts'
import { revokeClientTokens } from '#tokens/revoke-tokens.queries.ts'
import { randomToken } from '#tokens/secrets.ts'
import { type ClientChanges, grantTypes, type NewClient } from './client.contract.ts'
import type { Client, StoredClient } from './client.queries.ts'
import * as queries from './client.queries.ts'
import { resourceAddress } from './granted-access.ts'
import { checkOpenIdFields, type FindAddressProblem, type OpenIdFields, sectorOf } from './openid-fields.ts'
import { findRedirectUriProblem, registeredRedirects } from './redirect-uri.ts'

interface CreationOptions {
  actor?: Actor
  isTrusted?: boolean
  httpHosts?: string[]
  /** What an application that moves here is already configured with. */
  credentials?: { clientId: string; clientSecret: string }
}

/**
 * The secret is returned only here: its digest is stored. A public client has none that works. The users of a client
 * that was created over HTTP (by an actor) are asked for their consent; only the console can trust a client, or allow hosts
 * without encryption.
 */
export async function createClient(
  deps: Deps,
  client: NewClient,
  {
    actor,
    isTrusted = false,
    httpHosts = [],
    credentials = { clientId: randomBytes(16).toString('hex'), clientSecret: randomToken() },
  }: CreationOptions = {},
) {
  checkClient(deps.settings, client, address => findRedirectUriProblem(address, actor ? [] : httpHosts))
  refuseLowLevel(actor)
  refuseBeyond(actor, client.scope)
  await checkLogoutUri(deps, client)
  const { clientId, clientSecret } = credentials
  const id = await inTransaction(deps, async (tx, emit) => {
    const id = await queries.insertClient(tx, {
      ...storedFields(client),
      sectorIdentifier: sectorOf(client),
      name: client.name,
      clientId,
      clientSecret: deps.secrets.digest(clientSecret),
      isPublic: client.isPublic,
      requiresPkce: client.requiresPkce ?? client.isPublic,
      needsConsent: actor !== undefined,
      isTrusted: isTrusted && actor === undefined,
    })
    await auditChange(deps, tx, actor, 'client.created', { id, clientId })
    await emit({ type: 'ClientChanged' })
    return id
  })
  return { id, clientId, clientSecret: client.isPublic ? null : clientSecret }
}

/** Creates or updates a client of our own whose ID and secret are in the settings; it is trusted. */
export async function ensureClient(
  deps: Deps,
  client: Omit<StoredClient, 'resources' | 'needsConsent' | 'isTrusted'>,
) {
  const clientSecret = deps.secrets.digest(client.clientSecret)
  const trust = { needsConsent: false, isTrusted: true }
  await inTransaction(deps, async (tx, emit) => {
    await queries.upsertClient(tx, { ...client, clientSecret, resources: [], ...trust }, deps.now())
    await emit({ type: 'ClientChanged' })
  })
}

/** A client that loses a scope or a resource loses its tokens. */
export async function updateClient(deps: Deps, clientId: string, changes: ClientChanges, actor: Actor) {
  const { name, requiresPkce } = changes
  await checkLogoutUri(deps, changes)
  await changeClient(deps, clientId, 'client.updated', actor, async (tx, client, emit) => {
    refuseFirstParty(deps, clientId)
    refuseSelfDescribed(client)
    refuseLowLevel(actor)
    const { grantTypes, scope, resources, isPublic } = client
    const known = { grantTypes, scope, resources, isPublic, redirectUris: registeredRedirects(client) }
    const whole = { ...known, ...changes }
    const isSame = whole.scope === scope && String(whole.resources) === String(resources)
    const isPairwise = client.sectorIdentifier !== null && !isSame
    const registered = [...known.redirectUris, ...client.postLogoutRedirectUris, ...client.webOrigins]
    checkClient(deps.settings, { ...whole, ...(isPairwise && { subjectType: 'pairwise' }) }, address =>
      registered.includes(address) ? undefined : findRedirectUriProblem(address),
    )
    refuseBeyond(actor, `${scope} ${whole.scope}`)
    const fields = storedFields(whole)
    const isMore = isWidened(client, fields)
    const stored = { name, requiresPkce, ...fields, ...(isMore && untrusted) }
    await queries.updateClient(tx, client.id, stored, deps.now())
    if (isMore) await queries.deleteConsentsOf(tx, client.id)
    const keepsScopes = parseScopes(scope).every(each => parseScopes(stored.scope).includes(each))
    if (keepsScopes && resources.every(each => stored.resources.includes(each))) return
    await revokeClientTokens(tx, client.id, deps.now())
    await emit({ type: 'TokensRevoked', clientId })
  })
}

/** The tokens of a disabled client are revoked. */
export async function setClientActive(deps: Deps, clientId: string, isActive: boolean, actor?: Actor) {
  const action = isActive ? 'client.enabled' : 'client.disabled'
  await changeClient(deps, clientId, action, actor, async (tx, client, emit) => {
    if (!isActive) refuseFirstParty(deps, clientId)
    refuseLowLevel(actor)
    if (isActive) refuseBeyond(actor, client.scope)
    await queries.updateClient(tx, client.id, { isActive }, deps.now())
    if (isActive) return
    await revokeClientTokens(tx, client.id, deps.now())
    await emit({ type: 'TokensRevoked', clientId })
  })
}

export async function rotateClientSecret(deps: Deps, clientId: string, actor?: Actor) {
  const clientSecret = randomToken()
  await changeClient(deps, clientId, 'client.secret_rotated', actor, async (tx, client) => {
    refuseForeignClient(deps, client, actor)
    if (client.isPublic) throw new ValidationFailed({ client: ['public_client_has_no_secret'] })
    await queries.updateClient(tx, client.id, { clientSecret: deps.secrets.digest(clientSecret) }, deps.now())
  })
  return clientSecret
}

/** Its users are not asked for their consent; only from the console. */
export async function trustClient(deps: Deps, clientId: string) {
  await changeClient(deps, clientId, 'client.trusted', undefined, async (tx, client) => {
    refuseSelfDescribed(client)
    await queries.updateClient(tx, client.id, { isTrusted: true }, deps.now())
  })
}

export async function changeClient(
  deps: Deps,
  clientId: string,
  action: string,
  actor: Actor | undefined,
  change: (tx: Database, client: Client, emit: Emit<Event>) => Promise<void>,
) {
  await inTransaction(deps, async (tx, emit) => {
    const client = await queries.lockClient(tx, clientId)
    if (!client) throw new NotFound('client_not_found')
    await change(tx, client, emit)
    await auditChange(deps, tx, actor, action, client)
    await emit({ type: 'ClientChanged' })
  })
}

/** Refuses the client of our own pages, and clients that can do more than the actor. */
export function refuseForeignClient(
  deps: Deps,
  { clientId, scope }: Pick<Client, 'clientId' | 'scope'>,
  actor?: Actor,
) {
  refuseFirstParty(deps, clientId)
  refuseLowLevel(actor)
  refuseBeyond(actor, scope)
}

/** Without it no one could sign in to enable it again, and each start restores its settings. */
function refuseFirstParty({ settings }: Deps, clientId: string) {
  if (clientId === settings.OAUTH2_CLIENT_ID) throw new Conflict('first_party_client')
}

/** A client that nobody vouches for is never trusted, and says itself what it is. */
function refuseSelfDescribed({ source }: Client) {
  if (source !== 'administrator') throw new Conflict('client_describes_itself')
}

/** A client acts at this level on its own behalf, so its manager needs at least the same. */
function refuseLowLevel(actor: Actor | undefined) {
  if (!actor || actor.level >= CLIENT_LEVEL) return
  throw new Forbidden('client_level_too_low', { level: CLIENT_LEVEL, ownLevel: actor.level })
}

/**
 * A client must not have rights that its manager, or the manager's token, lacks. Scopes of the task service grant none:
 * a client acts there for users who signed in to it, or as a user whom projects add.
 */
function refuseBeyond(actor: Actor | undefined, scope: string) {
  if (!actor) return
  const scopes = parseScopes(scope)
  const lacking = scopes.filter(each => isScope(each) && !actor.scopes.includes(each)).join(' ')
  if (lacking) throw new Forbidden('client_scope_beyond_token', { scope: lacking })
  const missing = permissionsOfScopes(scopes).filter(name => !actor.permissions.has(name))
  if (missing.length > 0) throw new Forbidden('client_scope_beyond_own', { permissions: missing })
}

/** Whether its codes could go to new addresses, or give more access than before. */
function isWidened(before: Client, after: ReturnType<typeof storedFields>) {
  if (after.resources.some(each => !before.resources.includes(each))) return true
  return (['redirectUri', 'grantTypes', 'scope'] as const).some(field => {
    const known = before[field]?.split(/\s/) ?? []
    return after[field]?.split(/\s/).some(each => !known.includes(each))
  })
}

const untrusted = { needsConsent: true, isTrusted: false }

/** The console acts without an actor: its entry names the client that was changed. */
function auditChange(
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

function storedFields({ redirectUris, grantTypes, scope, resources, ...client }: CheckedFields) {
  const { webOrigins, postLogoutRedirectUris, backchannelLogoutUri, backchannelLogoutSessionRequired } =
    client
  return {
    webOrigins,
    postLogoutRedirectUris,
    backchannelLogoutUri,
    backchannelLogoutSessionRequired,
    resources: [...new Set(resources.map(resourceAddress))],
    redirectUri: redirectUris.join('\n') || null,
    grantTypes: parseScopes(grantTypes).join(' '),
    scope: parseScopes(scope).join(' '),
  }
}

type CheckedFields = Pick<NewClient, 'grantTypes' | 'scope' | 'redirectUris' | 'resources' | 'subjectType'> &
  OpenIdFields

/** Asks a name server, so it must not run in a transaction. */
async function checkLogoutUri({ outbound }: Deps, { backchannelLogoutUri }: Partial<OpenIdFields>) {
  if (backchannelLogoutUri) await outbound.check(backchannelLogoutUri, 'backchannelLogoutUri')
}

/** The rules that a schema cannot express. */
function checkClient(
  settings: Settings,
  client: CheckedFields & { isPublic: boolean },
  findProblem: FindAddressProblem,
) {
  const { grantTypes: named, scope, redirectUris, resources, isPublic } = client
  const requested = parseScopes(named)
  const unknownGrant = requested.find(grant => !(grantTypes as readonly string[]).includes(grant))
  if (unknownGrant) {
    throw new ValidationFailed({
      grantTypes: {
        code: 'unknown_grant_type',
        grantType: unknownGrant,
        grantTypes: grantTypes.join(', '),
      },
    })
  }
  const unknownScope = parseScopes(scope).find(name => !isKnownScope(name))
  if (unknownScope) throw new ValidationFailed({ scope: { code: 'unknown_scope', scope: unknownScope } })
  const known = protectedResources(settings)
  const unknown = resources.find(resource => !known.includes(resourceAddress(resource)))
  if (unknown !== undefined) {
    throw new ValidationFailed({
      resources: { code: 'unknown_resource', resource: unknown, known: known.join(', ') || '–' },
    })
  }
  const homeless = resources.length === 0 ? parseScopes(scope).find(isTasksScope) : undefined
  if (homeless) throw new ValidationFailed({ scope: { code: 'resource_required', scope: homeless } })
  if (isPublic && requested.includes('client_credentials')) {
    throw new ValidationFailed({ grantTypes: 'public_client_credentials' })
  }
  if (requested.includes('authorization_code') && redirectUris.length === 0) {
    throw new ValidationFailed({ redirectUris: 'redirect_uri_required' })
  }
  for (const address of redirectUris) {
    const code = findProblem(address)
    if (code) throw new ValidationFailed({ redirectUris: { code, address } })
  }
  checkOpenIdFields(client, findProblem)
}
