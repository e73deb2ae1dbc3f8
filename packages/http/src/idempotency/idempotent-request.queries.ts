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

interface SavedAnswer extends IdempotentRequest {
  status: number
  /** Sealed. */
  answer: string
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
  /**
   * Returns which of these keys another transaction has, or which have an answer that is still valid. With `exists`, the plan for an
   * empty table reads the whole table, and PostgreSQL keeps it while the table grows.
   */
  const taken = prepared(
    (_tx: Kysely<DB>, locks: string[], owners: unknown[], keys: string[], expiredBefore: string) => sql<{
      at: number
    }>`select wanted.at - 1 as at from unnest(${locks}::text[], ${owners}::${sql.raw(type)}[], ${keys}::text[])
        with ordinality as wanted (lock, owner, key, at)
      where not pg_try_advisory_xact_lock(hashtextextended(wanted.lock, 0)) or (
        select true from idempotent_requests as first where first.${ownerColumn} = wanted.owner and first.key = wanted.key
          and first.answer is not null and first.created_at >= ${expiredBefore})`,
  )
  /** An answer that is still valid stays: its key would become null, so that the statement fails. */
  const inserted = prepared(
    (
      _tx: Kysely<DB>,
      owners: unknown[],
      keys: string[],
      digests: string[],
      statuses: number[],
      answers: string[],
      at: string,
      expiredBefore: string,
    ) => sql`insert into idempotent_requests as first
        (${ownerColumn}, key, request_digest, status, answer, created_at)
      select answered.*, ${at}::timestamptz from unnest(${owners}::${sql.raw(type)}[], ${keys}::text[],
        ${digests}::text[], ${statuses}::integer[], ${answers}::text[]) as answered
      on conflict (${ownerColumn}, key) do update set
        key = case when first.created_at < ${expiredBefore} or first.answer is null then excluded.key end,
        request_digest = excluded.request_digest, created_at = excluded.created_at,
        status = excluded.status, answer = excluded.answer`,
  )

  return {
    /** Whether no other transaction has the key, which this one then has until it ends. */
    lockKey: async (tx: Kysely<DB>, { owner, key }: IdempotentRequest) => {
      const [row] = await locked(tx, lockOf({ owner, key }))
      return row?.isLocked === true
    },
    /** Locks these keys. Returns those that are taken: by another transaction, or by a request that has been answered. */
    lockKeys: async <Request extends Key>(tx: Kysely<DB>, requests: Request[], expiredBefore: string) => {
      const owners = requests.map(({ owner }) => owner)
      const keys = requests.map(({ key }) => key)
      const rows = await taken(tx, requests.map(lockOf), owners, keys, expiredBefore)
      return rows.map(({ at }) => requests[at] as Request)
    },
    findAnswered: async (db: Kysely<DB>, { owner, key }: IdempotentRequest) =>
      (await answered(db, owner, key))[0],
    /** Fails if there is an answer already: `isAnsweredBefore`. One from before this time is replaced. */
    insertAnswered: (tx: Kysely<DB>, answered: SavedAnswer[], createdAt: string, expiredBefore: string) =>
      inserted(
        tx,
        answered.map(({ owner }) => owner),
        answered.map(({ key }) => key),
        answered.map(({ requestDigest }) => requestDigest),
        answered.map(({ status }) => status),
        answered.map(({ answer }) => answer),
        createdAt,
        expiredBefore,
      ),
  }
}

type Key = Pick<IdempotentRequest, 'owner' | 'key'>

/** What transactions with this key lock. */
export function lockOf({ owner, key }: Key) {
  return `idempotency ${owner} ${key}`
}

export function isAnsweredBefore(error: unknown) {
  return isMissingValue(error, 'idempotent_requests', 'key')
}
