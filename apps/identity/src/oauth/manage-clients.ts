import { randomBytes } from 'node:crypto'
import { type Announce, inTransaction } from '@atrium/database/transaction'
import { Conflict, EntityNotFound, Forbidden, ValidationFailed } from '@atrium/http/errors'
import type { Actor } from '#access-control/actor.ts'
import { parseScopes } from '#access-control/scopes.ts'
import { insertAuditEntry } from '#audit/audit.queries.ts'
import { audit } from '#audit/audit.ts'
import type { Database, Deps } from '#deps.ts'
import type { Event } from '#events.ts'
import { revokeClientTokens } from '#tokens/revoke-tokens.queries.ts'
import { randomToken, tokenDigest } from '#tokens/token-digest.ts'
import { type Checked, checkClient } from './check-client.ts'
import { type Client, insertClient, lockClient, updateClient, upsertClient } from './client.queries.ts'
import type { ClientChanges, NewClient } from './client.schema.ts'
import { registeredRedirects } from './redirect-uri.ts'

/** The secret is shown once: only its digest is stored. A public client has none that works. */
export async function createClient(deps: Deps, client: NewClient, actor?: Actor) {
  checkClient(client)
  refuseBeyond(actor, client.scope)
  const clientId = randomBytes(16).toString('hex')
  const clientSecret = randomToken()
  const id = await inTransaction(deps, async tx => {
    const id = await insertClient(tx, {
      ...storedFields(client),
      name: client.name,
      clientId,
      clientSecret: tokenDigest(deps.settings, clientSecret),
      isPublic: client.isPublic,
      requiresPkce: client.requiresPkce ?? client.isPublic,
    })
    await tell(deps, tx, actor, 'client.created', { id, clientId })
    return id
  })
  return { id, clientId, clientSecret: client.isPublic ? null : clientSecret }
}

/** A client of our own whose name and secret the settings say; made anew or brought up to date. */
export async function ensureClient(deps: Deps, client: Omit<Client, 'id' | 'isActive'>) {
  const clientSecret = tokenDigest(deps.settings, client.clientSecret)
  await inTransaction(deps, async (tx, announce) => {
    await upsertClient(tx, { ...client, clientSecret }, deps.now())
    await announce({ name: 'ClientChanged' })
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
  await changeClient(deps, clientId, 'client.updated', actor, async (tx, client, announce) => {
    refuseFirstParty(deps, clientId)
    const { grantTypes, scope, isPublic } = client
    const whole = { grantTypes, scope, isPublic, redirectUris: registeredRedirects(client), ...changes }
    checkClient(whole)
    refuseBeyond(actor, `${scope} ${whole.scope}`)
    const stored = { name, requiresPkce, ...storedFields(whole) }
    await updateClient(tx, client.id, stored, deps.now())
    if (parseScopes(scope).every(each => parseScopes(stored.scope).includes(each))) return
    await revokeClientTokens(tx, client.id, deps.now())
    await announce({ name: 'TokensRevoked', clientId })
  })
}

/** What a switched-off client holds is worth nothing from then on. */
export async function setClientActive(deps: Deps, clientId: string, isActive: boolean, actor?: Actor) {
  const action = isActive ? 'client.enabled' : 'client.disabled'
  await changeClient(deps, clientId, action, actor, async (tx, client, announce) => {
    if (!isActive) refuseFirstParty(deps, clientId)
    await updateClient(tx, client.id, { isActive }, deps.now())
    if (isActive) return
    await revokeClientTokens(tx, client.id, deps.now())
    await announce({ name: 'TokensRevoked', clientId })
  })
}

export async function rotateClientSecret(deps: Deps, clientId: string, actor?: Actor) {
  const clientSecret = randomToken()
  await changeClient(deps, clientId, 'client.secret_rotated', actor, async (tx, client) => {
    refuseFirstParty(deps, clientId)
    refuseBeyond(actor, client.scope)
    if (client.isPublic) throw new ValidationFailed({ client: ['is public and has no secret'] })
    await updateClient(tx, client.id, { clientSecret: tokenDigest(deps.settings, clientSecret) }, deps.now())
  })
  return clientSecret
}

async function changeClient(
  deps: Deps,
  clientId: string,
  action: string,
  actor: Actor | undefined,
  change: (tx: Database, client: Client, announce: Announce<Event>) => Promise<void>,
) {
  await inTransaction(deps, async (tx, announce) => {
    const client = await lockClient(tx, clientId)
    if (!client) throw new EntityNotFound(`The client ${clientId}`)
    await change(tx, client, announce)
    await tell(deps, tx, actor, action, client)
    await announce({ name: 'ClientChanged' })
  })
}

/** Without it nobody could sign in to switch it on again, and each start brings its settings back. */
function refuseFirstParty({ settings }: Deps, clientId: string) {
  if (clientId === settings.OAUTH2_CLIENT_ID)
    throw new Conflict('This is the client of our own pages; the settings say what it is')
}

/** Nobody gets hold of a client that may do more than their own token. */
function refuseBeyond(actor: Actor | undefined, scope: string) {
  const beyond = actor && parseScopes(scope).filter(each => !actor.scopes.includes(each))
  if (beyond?.length) {
    const lacking = beyond.join(' ')
    throw new Forbidden(`Your own token lacks ${lacking}`, { details: { scope: lacking } })
  }
}

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
