import { prepared } from '@atrium/database/prepared'
import { isMissingValue } from '@atrium/database/retry-transaction'
import { type Kysely, sql } from 'kysely'

export interface OwnerColumn {
  name: 'user_id' | 'actor'
  type: 'bigint' | 'text'
}

/** A request with a key: whose it is, and what it asks for. */
export interface IdempotentRequest {
  owner: number | string
  key: string
  requestDigest: string
}

export interface AnsweredRequest {
  requestDigest: string
  status: number | null
  answer: string | null
  createdAt: string
}

export type RequestQueries<DB> = ReturnType<typeof requestQueries<DB>>

/** The statements of one service, whose table has a column of its own for the owner. */
export function requestQueries<DB>({ name, type }: OwnerColumn) {
  const ownerColumn = sql.ref(name)
  const isOf = (owner: unknown, key: string) =>
    sql`${ownerColumn} = ${owner}::${sql.raw(type)} and key = ${key}`

  const locked = prepared(
    (_tx: Kysely<DB>, lock: string) =>
      sql<{ isLocked: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) as is_locked`,
  )
  const answered = prepared(
    (_db: Kysely<DB>, owner: number | string, key: string) => sql<AnsweredRequest>`
      select request_digest, status, answer, created_at from idempotent_requests where ${isOf(owner, key)}`,
  )
  /** An answer that is still valid stays: its key would become null, so that the statement fails. */
  const inserted = prepared(
    (
      _tx: Kysely<DB>,
      owner: unknown,
      key: string,
      digest: string,
      at: string,
      status: number,
      answer: string,
      expiredBefore: string,
    ) => sql`insert into idempotent_requests as first
        (${ownerColumn}, key, request_digest, created_at, status, answer)
      values (${owner}, ${key}, ${digest}, ${at}, ${status}, ${answer})
      on conflict (${ownerColumn}, key) do update set
        key = case when first.created_at < ${expiredBefore} or first.answer is null then excluded.key end,
        request_digest = excluded.request_digest, created_at = excluded.created_at,
        status = excluded.status, answer = excluded.answer`,
  )

  return {
    /** Whether no other transaction has the key, which this one then has until it ends. */
    lockKey: async (tx: Kysely<DB>, { owner, key }: IdempotentRequest) => {
      const [row] = await locked(tx, `idempotency ${owner} ${key}`)
      return row?.isLocked === true
    },
    findAnswered: async (db: Kysely<DB>, { owner, key }: IdempotentRequest) =>
      (await answered(db, owner, key))[0],
    /** Fails if there is an answer already: `isAnsweredBefore`. One from before this time is replaced. */
    insertAnswered: (
      tx: Kysely<DB>,
      { owner, key, requestDigest }: IdempotentRequest,
      { status, answer, createdAt }: { status: number; answer: string; createdAt: string },
      expiredBefore: string,
    ) => inserted(tx, owner, key, requestDigest, createdAt, status, answer, expiredBefore),
  }
}

export function isAnsweredBefore(error: unknown) {
  return isMissingValue(error, 'idempotent_requests', 'key')
}
