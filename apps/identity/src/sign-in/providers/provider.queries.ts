import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { CommonFields, ProviderKind } from './provider.contract.ts'

/** A provider as it is stored, with what only its kind has in `settings`; its secret is still encrypted. */
export interface StoredProvider extends CommonFields {
  id: number
  slug: string
  kind: ProviderKind
  settings: object
  secret: string | null
  createdAt: string
  updatedAt: string
}

export async function listProviders(db: Database): Promise<StoredProvider[]> {
  const rows = await selectProviders(db).orderBy('sortOrder').orderBy('id').execute()
  return rows.map(toProvider)
}

export async function findProvider(db: Database, slug: string): Promise<StoredProvider | undefined> {
  const row = await selectProviders(db).where('slug', '=', slug).executeTakeFirst()
  return row && toProvider(row)
}

export async function getProvider(db: Database, slug: string): Promise<StoredProvider> {
  return (await findProvider(db, slug)) ?? notFound()
}

/** The enabled provider that the sign-in page leads to at once. */
export async function findDefaultProvider(db: Database): Promise<StoredProvider | undefined> {
  const row = await selectProviders(db)
    .where('isDefault', '=', true)
    .where('isEnabled', '=', true)
    .executeTakeFirst()
  return row && toProvider(row)
}

/** Locks the provider until the end of the transaction. */
export async function lockProvider(tx: Database, slug: string): Promise<StoredProvider> {
  const row = await selectProviders(tx).where('slug', '=', slug).forUpdate().executeTakeFirst()
  return row ? toProvider(row) : notFound()
}

/** Reads the provider and keeps it from being changed or deleted until the end of the transaction. */
export async function shareProvider(tx: Database, slug: string): Promise<StoredProvider> {
  const row = await selectProviders(tx).where('slug', '=', slug).forKeyShare().executeTakeFirst()
  return row ? toProvider(row) : notFound()
}

function notFound(): never {
  throw new NotFound('sign_in_provider_not_found')
}

type ProviderValues = Omit<StoredProvider, 'id' | 'createdAt' | 'updatedAt'>

export async function insertProvider(db: Database, provider: ProviderValues) {
  await db.insertInto('signInProviders').values(toRow(provider)).execute()
}

export async function updateProvider(db: Database, id: number, provider: ProviderValues, now: Date) {
  await db
    .updateTable('signInProviders')
    .set({ ...toRow(provider), updatedAt: now.toISOString() })
    .where('id', '=', id)
    .execute()
}

export async function deleteProvider(db: Database, slug: string) {
  await db.deleteFrom('signInProviders').where('slug', '=', slug).execute()
}

/** There is at most one: another one has to give way first. */
export async function clearDefaultProvider(db: Database) {
  await db.updateTable('signInProviders').set({ isDefault: false }).where('isDefault', '=', true).execute()
}

export async function nextProviderOrder(db: Database) {
  const { last } = await db
    .selectFrom('signInProviders')
    .select(({ fn }) => fn.max('sortOrder').as('last'))
    .executeTakeFirstOrThrow()
  return last === null ? 0 : last + 1
}

function selectProviders(db: Database) {
  return db.selectFrom('signInProviders').selectAll()
}

type Row = Awaited<ReturnType<ReturnType<typeof selectProviders>['executeTakeFirstOrThrow']>>

function toProvider({ kind, createUsers, groupMapping, sortOrder, settings, ...row }: Row): StoredProvider {
  return {
    ...row,
    kind: kind as ProviderKind,
    createUsers: createUsers as StoredProvider['createUsers'],
    groupMapping: groupMapping as StoredProvider['groupMapping'],
    order: sortOrder,
    settings: settings as object,
  }
}

function toRow({ groupMapping, order, settings, ...provider }: ProviderValues) {
  return {
    ...provider,
    groupMapping: sql<string>`${JSON.stringify(groupMapping)}::jsonb`,
    sortOrder: order,
    settings: sql<string>`${JSON.stringify(settings)}::jsonb`,
  }
}

/** Whether people sign in with the login names of a directory. */
export async function hasDirectory(db: Database) {
  const providers = await listProviders(db)
  return providers.some(({ kind, isEnabled }) => kind === 'ldap' && isEnabled)
}
