import type { Database } from '#database.ts'

export interface Client {
  id: number
  name: string
  clientId: string
  clientSecret: string
  redirectUri: string | null
  grantTypes: string
  scope: string
  isPublic: boolean
  requiresPkce: boolean
  isActive: boolean
  /** Its users are asked before it gets a code, unless the installation vouches for it. */
  needsConsent: boolean
  isTrusted: boolean
}

export async function readClient(db: Database, clientId: string): Promise<Client | undefined> {
  return db.selectFrom('clients').selectAll().where('clientId', '=', clientId).executeTakeFirst()
}

/** As `readClient`, and nobody else changes it until the transaction ends. */
export async function lockClient(tx: Database, clientId: string): Promise<Client | undefined> {
  return tx
    .selectFrom('clients')
    .selectAll()
    .where('clientId', '=', clientId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function listClients(db: Database): Promise<Client[]> {
  return db.selectFrom('clients').selectAll().orderBy('id').execute()
}

export type StoredClient = Omit<Client, 'id' | 'isActive'>

export async function insertClient(db: Database, client: StoredClient) {
  const { id } = await db.insertInto('clients').values(client).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Instances that start together do this together. */
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
  changes: Partial<Omit<Client, 'id'>>,
  now: Date,
) {
  await db
    .updateTable('clients')
    .set({ ...changes, updatedAt: now.toISOString() })
    .where('id', '=', id)
    .execute()
}
