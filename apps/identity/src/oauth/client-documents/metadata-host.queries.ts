import { pageOf } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { MetadataHostFilters } from './metadata-host.contract.ts'

interface StoredHost {
  id: number
  host: string
  createdAt: string
}

export function listMetadataHosts(db: Database, filters: MetadataHostFilters) {
  return listPage(
    db.selectFrom('clientMetadataHosts').select(['id', 'host', 'createdAt']).orderBy('host').orderBy('id'),
    pageOf(filters),
  )
}

export async function lockMetadataHost(tx: Database, id: number): Promise<StoredHost> {
  const found = await tx
    .selectFrom('clientMetadataHosts')
    .where('id', '=', id)
    .select(['id', 'host', 'createdAt'])
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new NotFound('metadata_host_not_found')
  return found
}

/** Undefined if it is listed already. */
export function insertMetadataHost(
  tx: Database,
  host: string,
  createdAt: string,
): Promise<StoredHost | undefined> {
  return tx
    .insertInto('clientMetadataHosts')
    .values({ host, createdAt })
    .onConflict(conflict => conflict.column('host').doNothing())
    .returning(['id', 'host', 'createdAt'])
    .executeTakeFirst()
}

export async function deleteMetadataHost(tx: Database, id: number) {
  await tx.deleteFrom('clientMetadataHosts').where('id', '=', id).execute()
}

/** The clients that came with a document of the host. */
export async function listDocumentClients(tx: Database, host: string) {
  const clients = await tx
    .selectFrom('clients')
    .where('source', '=', 'document')
    .where('clientId', 'like', `https://${host.replace(/[\\%_]/g, '\\$&')}%`)
    .select(['id', 'clientId'])
    .execute()
  return clients.filter(({ clientId }) => [new URL(clientId).host, new URL(clientId).hostname].includes(host))
}
