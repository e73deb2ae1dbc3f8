import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { MalformedRequest } from '#errors.ts'
import { agentResource } from '#settings.ts'
import { type Client, findClient } from './client.queries.ts'

/** What a client that nobody has created can request. */
export const foreignScope = 'tasks:read tasks:write'

/** What all clients have in common that nobody vouches for: they act for people, at the MCP server only. */
export function foreignClient({ settings }: Pick<Deps, 'settings'>) {
  return {
    scope: foreignScope,
    resources: [agentResource(settings) ?? ''],
    isPublic: true,
    requiresPkce: true,
    needsConsent: true,
    isTrusted: false,
  }
}

/** The client as it is stored, without asking anyone: for requests that need no redirect URI. */
export async function findAllowedClient(deps: Deps, clientId: string) {
  const client = await findClient(deps, clientId)
  if (client?.source !== 'document') return client
  return (await findDocumentRefusal(deps, clientId)) ? undefined : client
}

/** Why the documents of this address are not read here. */
export async function findDocumentRefusal({ db, settings }: Deps, clientId: string) {
  const policy = settings.CLIENT_METADATA_DOCUMENTS
  if (policy === 'off' || !agentResource(settings)) return new MalformedRequest('client_documents_off')
  if (policy === 'any' || (await isListedHost(db, clientId))) return undefined
  return new MalformedRequest('client_document_host_not_listed', { host: new URL(clientId).host })
}

/** Whether documents of this address are read: its host is listed, for all ports or for this one. */
export async function isListedHost(db: Database, clientId: string) {
  const { host, hostname } = new URL(clientId)
  const found = await db
    .selectFrom('clientMetadataHosts')
    .where('host', 'in', [host, hostname])
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/** What a page calls the application: by its host, the only part of a document that is proven. */
export function shownName({ source, clientId, name }: Pick<Client, 'source' | 'clientId' | 'name'>) {
  return source === 'document' ? new URL(clientId).host : name
}

/** What the pages of a sign-in call the application; those of the product have the name of the installation. */
export function nameOnPages(deps: Pick<Deps, 'settings' | 'notices'>, client: Client) {
  return isOfProduct(deps, client) ? deps.notices.current().branding.name : shownName(client)
}

/** Whether it is the account pages or the task service, which nobody thinks of as another application. */
export function isOfProduct({ settings }: Pick<Deps, 'settings'>, { clientId }: Pick<Client, 'clientId'>) {
  return clientId === settings.OAUTH2_CLIENT_ID || clientId === settings.TASKS_CLIENT_ID
}
