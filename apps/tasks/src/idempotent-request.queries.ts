import type { Database } from './deps.ts'

export interface IdempotentRequest {
  userId: number
  key: string
  requestDigest: string
}

/** Whether it is ours to work on: the first with this key, or the first since the one before has expired. */
export async function claimRequest(
  db: Database,
  request: IdempotentRequest,
  createdAt: string,
  expiredBefore: string,
) {
  const claimed = await db
    .insertInto('idempotentRequests')
    .values({ ...request, createdAt })
    .onConflict(conflict =>
      conflict
        .columns(['userId', 'key'])
        .doUpdateSet({ requestDigest: request.requestDigest, status: null, answer: null, createdAt })
        .where('idempotentRequests.createdAt', '<', expiredBefore),
    )
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function findRequest(db: Database, { userId, key }: IdempotentRequest) {
  return db
    .selectFrom('idempotentRequests')
    .select(['requestDigest', 'status', 'answer'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function saveAnswer(
  db: Database,
  { userId, key }: IdempotentRequest,
  answer: { status: number; answer: string },
) {
  await db
    .updateTable('idempotentRequests')
    .set(answer)
    .where('userId', '=', userId)
    .where('key', '=', key)
    .execute()
}

export async function releaseRequest(db: Database, { userId, key }: IdempotentRequest) {
  await db.deleteFrom('idempotentRequests').where('userId', '=', userId).where('key', '=', key).execute()
}
