import { EntityNotFound } from '@atrium/core/errors'
import { orderOf, pageOf } from '@atrium/core/paging'
import { containing } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import type { ExpressionBuilder } from 'kysely'
import type { Database, DB } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { ClientFilters, ClientRecord } from './client.contract.ts'
import { registeredRedirects } from './redirect-uri.ts'

export async function getClientRecord({ db, settings }: Deps, id: number): Promise<ClientRecord> {
  const row = await selectClients(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw new EntityNotFound('Client')
  return toRecord(row, settings.OAUTH2_CLIENT_ID)
}

export async function listClientRecords({ db, settings }: Deps, filters: ClientFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const rows = selectClients(db).where(matching(filters)).orderBy(field, direction).orderBy('id', direction)
  const { items, _meta } = await listPage(rows, pageOf(filters))
  return { items: items.map(row => toRecord(row, settings.OAUTH2_CLIENT_ID)), _meta }
}

/** Its secret is no part of it. */
function selectClients(db: Database) {
  return db
    .selectFrom('clients')
    .select([
      'id',
      'name',
      'clientId',
      'redirectUri',
      'grantTypes',
      'scope',
      'isPublic',
      'requiresPkce',
      'isActive',
      'needsConsent',
      'isTrusted',
      'createdAt',
      'updatedAt',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectClients>['executeTakeFirstOrThrow']>>

function toRecord(row: Row, firstPartyId: string): ClientRecord {
  const { redirectUri: _, needsConsent, isTrusted, ...fields } = row
  return {
    ...fields,
    redirectUris: registeredRedirects(row),
    isFirstParty: row.clientId === firstPartyId,
    asksAtSignIn: needsConsent && !isTrusted,
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
