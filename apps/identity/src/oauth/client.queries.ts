import type { Database } from '#deps.ts'

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
}

export async function findClient(db: Database, clientId: string): Promise<Client | undefined> {
  return db.selectFrom('clients').selectAll().where('clientId', '=', clientId).executeTakeFirst()
}

export async function listClients(db: Database): Promise<Client[]> {
  return db.selectFrom('clients').selectAll().orderBy('id').execute()
}

export async function insertClient(db: Database, client: Omit<Client, 'id' | 'isActive'>) {
  await db.insertInto('clients').values(client).execute()
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

export async function revokeClientTokens(db: Database, id: number, now: Date) {
  const revokedAt = now.toISOString()
  for (const table of ['tokenFamilies', 'accessTokens'] as const) {
    await db
      .updateTable(table)
      .set({ revokedAt })
      .where('clientId', '=', id)
      .where('revokedAt', 'is', null)
      .execute()
  }
}
