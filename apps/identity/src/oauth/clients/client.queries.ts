import { type Cache, createCache } from '@atrium/cache/create-cache'
import { orderOf, pageOf } from '@atrium/core/paging'
import { containing } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import type { Bus, Message } from '@atrium/events/bus'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database, DB } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { SharedEvent } from '#events.ts'
import type { ClientFilters, ClientRecord } from './client.contract.ts'
import type { ClientClaim } from './client-claim.contract.ts'
import { registeredRedirects } from './redirect-uri.ts'

export interface Client {
  id: number
  name: string
  clientId: string
  clientSecret: string
  redirectUri: string | null
  grantTypes: string
  scope: string
  /** The services that it can request tokens for. */
  resources: string[]
  isPublic: boolean
  requiresPkce: boolean
  isActive: boolean
  /** Created or extended over HTTP: its users are asked before it gets a code, unless the client is trusted. */
  needsConsent: boolean
  isTrusted: boolean
  /** The host that pairwise subjects are for; without one, subjects are public. */
  sectorIdentifier: string | null
  webOrigins: string[]
  postLogoutRedirectUris: string[]
  backchannelLogoutUri: string | null
  backchannelLogoutSessionRequired: boolean
  /** Who has created it: an administrator (or the console), the document that its ID is the address of, or the client itself. */
  source: 'administrator' | 'document' | 'registration'
  /** What its document calls it; nobody has checked that. */
  claimedName: string | null
  /** Until when the stored copy of its document counts. */
  documentValidUntil: string | null
  /** What its tokens contain next to the claims of its scopes. */
  claims: ClientClaim[]
}

/** What only clients have that no administrator has created. */
type ForeignFields = 'source' | 'claimedName' | 'documentValidUntil'

type OpenIdFields =
  | 'sectorIdentifier'
  | 'webOrigins'
  | 'postLogoutRedirectUris'
  | 'backchannelLogoutUri'
  | 'backchannelLogoutSessionRequired'

export function allowsGrant({ grantTypes }: Pick<Client, 'grantTypes'>, grantType: string) {
  return grantTypes.split(' ').includes(grantType)
}

/** Whether it gets a refresh token: with OpenID Connect only if it asks for one. */
export function staysSignedIn(client: Pick<Client, 'grantTypes'>, scopes: string[]) {
  const isOffline = !scopes.includes('openid') || scopes.includes('offline_access')
  return isOffline && allowsGrant(client, 'refresh_token')
}

/** Whether users are asked before the client gets a code: those of OpenID Connect always are, unless it is trusted. */
export function asksForConsent({
  isTrusted,
  needsConsent,
  scope,
}: Pick<Client, 'isTrusted' | 'needsConsent' | 'scope'>) {
  return !isTrusted && (needsConsent || scope.split(' ').includes('openid'))
}

/** Clients by their client IDs. */
export type ClientCache = Cache<string, Client>

export function createClientCache(bus: Bus): ClientCache {
  return createCache(bus, { max: 1000, evictedBy: evictedByChange })
}

function evictedByChange(message: object) {
  return (message as Message<SharedEvent>).name === 'ClientChanged' ? ('all' as const) : undefined
}

/** Whether an active client has registered the origin; the list is cached until a client changes. */
export function createOriginCheck(db: Database, bus: Bus) {
  const cache = createCache<'all', Set<string>>(bus, { max: 1, evictedBy: evictedByChange })
  return async (origin: string) => {
    const origins = await cache.get('all', async () => {
      const clients = await db
        .selectFrom('clients')
        .where('isActive', '=', true)
        .select('webOrigins')
        .execute()
      return new Set(clients.flatMap(({ webOrigins }) => webOrigins))
    })
    return origins?.has(origin) === true
  }
}

/** Current on every instance: each change evicts it from the caches. No promise if it is cached. */
export function findClient(
  { db, clientCache }: { db: Database; clientCache: ClientCache },
  clientId: string,
) {
  return clientCache.find(clientId) ?? clientCache.get(clientId, () => readClient(db, clientId))
}

async function readClient(db: Database, clientId: string): Promise<Client | undefined> {
  return db
    .selectFrom('clients')
    .selectAll()
    .$castTo<Client>()
    .where('clientId', '=', clientId)
    .executeTakeFirst()
}

export async function lockClient(tx: Database, clientId: string): Promise<Client | undefined> {
  return tx
    .selectFrom('clients')
    .selectAll()
    .$castTo<Client>()
    .where('clientId', '=', clientId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function listClients(db: Database): Promise<Client[]> {
  return db.selectFrom('clients').selectAll().$castTo<Client>().orderBy('id').execute()
}

export type StoredClient = Omit<Client, 'id' | 'isActive' | 'claims' | OpenIdFields | ForeignFields> &
  Partial<Pick<Client, OpenIdFields | ForeignFields>>

export async function insertClient(db: Database, client: StoredClient) {
  const { id } = await db.insertInto('clients').values(client).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Instances that start at the same time do this concurrently. */
export async function upsertClient(db: Database, client: StoredClient, now: Date) {
  await db
    .insertInto('clients')
    .values(client)
    .onConflict(conflict =>
      conflict.column('clientId').doUpdateSet({ ...client, updatedAt: now.toISOString() }),
    )
    .execute()
}

export async function updateClient(
  db: Database,
  id: number,
  changes: Partial<Omit<Client, 'id' | 'claims'>>,
  now: Date,
) {
  await db
    .updateTable('clients')
    .set({ ...changes, updatedAt: now.toISOString() })
    .where('id', '=', id)
    .execute()
}

export async function updateClaims(tx: Database, id: number, claims: ClientClaim[], now: Date) {
  await tx
    .updateTable('clients')
    .set({ claims: JSON.stringify(claims), updatedAt: now.toISOString() })
    .where('id', '=', id)
    .execute()
}

/** Its users are asked again. */
export async function deleteConsentsOf(tx: Database, clientId: number) {
  await tx.deleteFrom('consents').where('clientId', '=', clientId).execute()
}

export async function getClientRecord(db: Database, id: number, firstPartyId: string): Promise<ClientRecord> {
  const row = await selectClients(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('client_not_found')
  return toRecord(row, firstPartyId)
}

export async function getClientClaims(db: Database, id: number) {
  const client = await db
    .selectFrom('clients')
    .where('id', '=', id)
    .select(['clientId', 'claims'])
    .$castTo<Pick<Client, 'clientId' | 'claims'>>()
    .executeTakeFirst()
  if (!client) throw new NotFound('client_not_found')
  return client
}

export async function listClientRecords(db: Database, filters: ClientFilters, firstPartyId: string) {
  const { field, direction } = orderOf(filters.orderBy)
  const rows = selectClients(db).where(matching(filters)).orderBy(field, direction).orderBy('id', direction)
  const { items, _meta } = await listPage(rows, pageOf(filters))
  return { items: items.map(row => toRecord(row, firstPartyId)), _meta }
}

/** Without the secret. */
function selectClients(db: Database) {
  return db.selectFrom('clients').select([
    'id',
    'name',
    'clientId',
    'redirectUri',
    'grantTypes',
    'scope',
    'resources',
    'isPublic',
    'requiresPkce',
    'isActive',
    'needsConsent',
    'isTrusted',
    'source',
    'sectorIdentifier',
    'webOrigins',
    'postLogoutRedirectUris',
    'backchannelLogoutUri',
    'backchannelLogoutSessionRequired',
    'createdAt',
    'updatedAt',
    sql<number>`(select count(*) from consents where consents.client_id = clients.id)`.as('consentCount'),
    sql<number>`(select count(*) from consents where consents.client_id = clients.id
        and last_used_at > now() - interval '30 days')`.as('recentConsentCount'),
  ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectClients>['executeTakeFirstOrThrow']>>

function toRecord(row: Row, firstPartyId: string): ClientRecord {
  const { redirectUri: _, needsConsent: _needs, source, ...fields } = row
  return {
    ...fields,
    source: source as Client['source'],
    redirectUris: registeredRedirects(row),
    isFirstParty: row.clientId === firstPartyId,
    asksAtSignIn: asksForConsent(row),
    subjectType: row.sectorIdentifier === null ? 'public' : 'pairwise',
  }
}

function matching({ search, isActive }: ClientFilters) {
  return ({ eb, and, or }: ExpressionBuilder<DB, 'clients'>) => {
    const part = containing(search ?? '')
    return and([
      ...(search ? [or([eb('name', 'ilike', part), eb('clientId', 'ilike', part)])] : []),
      ...(isActive === undefined ? [] : [eb('isActive', '=', isActive)]),
    ])
  }
}
