import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Measure } from '@atrium/core/measure'
import { type Kysely, sql } from 'kysely'
import { type AuditService, auditLines, entryFields } from './audit-export.ts'
import type { AuditRecord } from './audit-record.contract.ts'
import type { SendLines } from './audit-target.ts'

const BATCH = 500
const EVERY_MS = 1000
const LONGEST_WAIT_MS = 60_000
const LEASE_SECONDS = 60

interface Log {
  error: (details: object, message: string) => void
}

interface Shipping<DB> {
  db: Kysely<DB>
  service: AuditService
  /** Undefined if entries are not sent anywhere. */
  send: SendLines | undefined
  log: Log
}

/**
 * Sends audit entries on, in their order, from any instance. The cursor in the database moves after the target has taken
 * a batch, so that none is lost: after a crash a batch can arrive twice, with the same ids.
 */
export function startShipping<DB>({ db, service, send, log }: Shipping<DB>) {
  const stopped = new AbortController()
  let waitMs = EVERY_MS

  async function round(sendLines: SendLines) {
    try {
      await shipAudit(db, service, sendLines, stopped.signal)
      waitMs = EVERY_MS
    } catch (error) {
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
      log.error({ err: error, retryInMs: waitMs }, 'audit entries could not be sent')
    }
  }

  async function rounds(sendLines: SendLines) {
    while (!stopped.signal.aborted) {
      await round(sendLines)
      await sleep(waitMs, undefined, { ref: false, signal: stopped.signal }).catch(() => {})
    }
  }
  const running = send ? rounds(send) : Promise.resolve()
  return {
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}

interface Cursor {
  shippedId: number
  horizonId: number
  isSettled: boolean
}

/** Sends what can be sent now, unless another instance does. */
export async function shipAudit<DB>(
  db: Kysely<DB>,
  service: AuditService,
  send: SendLines,
  signal?: AbortSignal,
) {
  if (!(await isBehind(db))) return
  const lease = randomUUID()
  try {
    let cursor = await takeLease(db, lease)
    while (cursor && !signal?.aborted) cursor = await advance({ db, service, send, lease }, cursor)
  } finally {
    await sql`update audit_shipping set leased_until = null where lease = ${lease}`.execute(db)
  }
}

interface Leased<DB> {
  db: Kysely<DB>
  service: AuditService
  send: SendLines
  lease: string
}

/** Sends a batch, or sets the next horizon; undefined if there is nothing more to do for now. */
async function advance<DB>({ db, service, send, lease }: Leased<DB>, cursor: Cursor) {
  const { shippedId, horizonId, isSettled } = cursor
  if (shippedId === horizonId) {
    const lastId = await lastEntryId(db)
    return lastId === horizonId ? undefined : move(db, lease, { horizonId: lastId })
  }
  // A transaction that may hold an earlier entry goes on; the next round looks again.
  if (!isSettled) return undefined
  const records = await listEntries(db, cursor)
  if (records.length > 0) await send(auditLines(service, records, 'jsonl'))
  return move(db, lease, { shippedId: records.at(-1)?.id ?? horizonId })
}

/** A read, so that a second without entries costs no write. */
async function isBehind<DB>(db: Kysely<DB>) {
  const { rows } = await sql`select from audit_shipping
    where (leased_until is null or leased_until < now()) and shipped_id < ${lastId}`.execute(db)
  return rows.length > 0
}

const lastId = sql`(select case when is_called then last_value else 0 end from audit_entries_id_seq)`

async function lastEntryId<DB>(db: Kysely<DB>) {
  const { rows } = await sql<{ id: number }>`select ${lastId} as id`.execute(db)
  return rows[0]?.id ?? 0
}

/**
 * Entries get their ids before they are committed. Up to the horizon nothing can appear any more once every transaction
 * has ended that ran when the horizon was set. A horizon of another server, from a restored backup, is in its future.
 */
const cursorFields = sql`shipped_id, horizon_id, (horizon_xid <= pg_snapshot_xmin(pg_current_snapshot())
  or horizon_xid > pg_snapshot_xmax(pg_current_snapshot())) as is_settled`

async function takeLease<DB>(db: Kysely<DB>, lease: string) {
  const { rows } = await sql<Cursor>`update audit_shipping
    set lease = ${lease}, leased_until = now() + ${leaseTime}
    where leased_until is null or leased_until < now() returning ${cursorFields}`.execute(db)
  return rows[0]
}

const leaseTime = sql`make_interval(secs => ${sql.lit(LEASE_SECONDS)})`

/** Undefined if the lease has expired and another instance goes on. */
async function move<DB>(db: Kysely<DB>, lease: string, to: { shippedId: number } | { horizonId: number }) {
  const change =
    'shippedId' in to
      ? sql`shipped_id = ${to.shippedId}`
      : sql`horizon_id = ${to.horizonId}, horizon_xid = pg_snapshot_xmax(pg_current_snapshot())`
  await sql`update audit_shipping set ${change}, leased_until = now() + ${leaseTime}
    where lease = ${lease}`.execute(db)
  const { rows } =
    await sql<Cursor>`select ${cursorFields} from audit_shipping where lease = ${lease}`.execute(db)
  return rows[0]
}

async function listEntries<DB>(db: Kysely<DB>, { shippedId, horizonId }: Cursor) {
  const { rows } = await sql<AuditRecord>`select ${entryFields} from audit_entries
    where id > ${shippedId} and id <= ${horizonId} order by id limit ${sql.lit(BATCH)}`.execute(db)
  return rows
}

/** How many entries wait to be sent; none while nothing is sent anywhere. */
export function shippingMeasure<DB>(db: Kysely<DB>, { AUDIT_LOG }: { AUDIT_LOG?: string }): Measure {
  return {
    name: 'atrium_audit_unshipped_entries',
    help: 'Audit entries that have not been sent to AUDIT_LOG yet',
    isShared: true,
    read: async () => {
      if (!AUDIT_LOG) return 0
      const { rows } = await sql<{ count: number }>`select count(*) from audit_entries
        where id > (select shipped_id from audit_shipping)`.execute(db)
      return rows[0]?.count ?? 0
    },
  }
}

/** For the clean-up: whether an entry can be deleted without being lost to the target. */
export function isShipped({ AUDIT_LOG }: { AUDIT_LOG?: string }) {
  return AUDIT_LOG ? sql<boolean>`id <= (select shipped_id from audit_shipping)` : sql<boolean>`true`
}
