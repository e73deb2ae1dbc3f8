import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { afterCommit, isInOuterTransaction, joinOuterTransaction } from './outer-transaction.ts'
import { retryTransaction } from './retry-transaction.ts'
import { sendingAtOnce } from './sending-at-once.ts'

export interface DomainEvent {
  type: string
}

export type Emit<Event extends DomainEvent> = (event: Event) => Promise<void>

/** A statement whose result nobody needs before the commit: both are sent at once. If it fails, nothing is committed. */
export type SendWithCommit = (statement: Promise<unknown>) => void

/** What a subscriber has at hand while the transaction is open. */
export interface Step<Event extends DomainEvent, State> {
  emit: Emit<Event>
  state: State
  sendWithCommit: SendWithCommit
}

/**
 * What follows the events of a transaction. Its hooks are methods, so that subscribers with different states fit into one
 * list. The order of the list is the order in which they lock rows.
 */
export interface Subscriber<Database, Event extends DomainEvent, State = unknown> {
  name: string
  /** Stores the events: from its `beforeCommit` on, emitting another one is a bug. */
  isRecorder?: boolean
  /** Creates the state of one attempt at the transaction; a retry starts with a new one. */
  open?(): State
  /** Runs as soon as the event is emitted. */
  onEvent?(tx: Transaction<Database>, event: Event, step: Step<Event, State>): Promise<void>
  /** Runs once, when all the work is done: locks that many transactions want are taken last and in one order. */
  beforeCommit?(tx: Transaction<Database>, events: readonly Event[], step: Step<Event, State>): Promise<void>
  afterCommit?(events: readonly Event[], state: State): Promise<void> | void
}

interface Transacting<Database, Event extends DomainEvent> {
  db: Kysely<Database>
  subscribers: readonly Subscriber<Database, Event>[]
}

type Work<Database, Event extends DomainEvent, Result> = (
  tx: Transaction<Database>,
  emit: Emit<Event>,
  options: { sendWithCommit: SendWithCommit },
) => Promise<Result>

/** Everything or nothing: the work, and what subscribers do about its events inside the transaction. */
export async function inTransaction<Database, Event extends DomainEvent, Result>(
  transacting: Transacting<Database, Event>,
  work: Work<Database, Event, Result>,
): Promise<Result> {
  const { result, attempt } = await retryTransaction(() =>
    joinOuterTransaction(() => transact(transacting, work)),
  )
  if (attempt.events.length > 0) await afterCommit(attempt.afterCommit)
  return result
}

async function transact<Database, Event extends DomainEvent, Result>(
  { db, subscribers }: Transacting<Database, Event>,
  work: Work<Database, Event, Result>,
) {
  return pipelined(db, async (tx, sendWithCommit) => {
    const attempt = openAttempt(tx, subscribers, sendWithCommit)
    const result = await work(tx, attempt.emit, { sendWithCommit })
    if (attempt.events.length > 0) await attempt.beforeCommit()
    return { result, attempt }
  })
}

/** The subscribers during one attempt at a transaction, each with its own state. */
function openAttempt<Database, Event extends DomainEvent>(
  tx: Transaction<Database>,
  subscribers: readonly Subscriber<Database, Event>[],
  sendWithCommit: SendWithCommit,
) {
  const events: Event[] = []
  let isRecorded = false

  async function emit(event: Event) {
    if (isRecorded) throw new Error(`"${event.type}" was emitted after the events had been recorded`)
    events.push(event)
    for (const { subscriber, step } of opened) {
      if (subscriber.onEvent) await subscriber.onEvent(tx, event, step)
    }
  }

  const opened = subscribers.map(subscriber => ({
    subscriber,
    step: { emit, state: subscriber.open?.(), sendWithCommit },
  }))

  return {
    emit,
    events,
    beforeCommit: async () => {
      for (const { subscriber, step } of opened) {
        isRecorded ||= subscriber.isRecorder === true
        if (subscriber.beforeCommit) await subscriber.beforeCommit(tx, events, step)
      }
    },
    afterCommit: async () => {
      for (const { subscriber, step } of opened) await subscriber.afterCommit?.(events, step.state)
    },
  }
}

/** Statements that are started without waiting for each other are sent at once, in the order in which they are started. */
async function pipelined<Database, Result>(
  db: Kysely<Database>,
  work: (tx: Transaction<Database>, sendWithCommit: SendWithCommit) => Promise<Result>,
): Promise<Result> {
  const sent: Promise<unknown>[] = []
  let isOpen = true
  const sendWithCommit: SendWithCommit = statement => {
    statement.catch(() => {}) // reported below
    sent.push(statement)
  }
  try {
    const result = await db.transaction().execute(tx =>
      tx.getExecutor().provideConnection(async connection => {
        try {
          return await work(
            sendingAtOnce(db, connection, () => isOpen),
            sendWithCommit,
          )
        } finally {
          isOpen = false
          // The commit of a surrounding transaction is sent later, so that nothing would undo what fails until then.
          if (isInOuterTransaction()) await Promise.all(sent)
        }
      }),
    )
    await Promise.all(sent)
    return result
  } catch (error) {
    await Promise.all(sent) // the reason why the commit failed, if one of them is
    throw error
  }
}

/**
 * Waits for concurrent work. Throws the first error in the order of the list, when all of it has ended: nothing may go on
 * in a transaction that is being rolled back.
 */
export async function settleAll<const Work extends readonly unknown[]>(work: Work) {
  const outcomes = await Promise.allSettled(work)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return outcomes.map(outcome => (outcome as PromiseFulfilledResult<unknown>).value) as {
    -readonly [Key in keyof Work]: Awaited<Work[Key]>
  }
}

/**
 * A condition that is always true. In a statement outside of a transaction, the commit does not wait for the disk: for a
 * counter that a later, durable commit makes durable too, because the log is written in order, and for what can be lost.
 */
export const WITHOUT_FLUSH = sql<SqlBool>`set_config('synchronous_commit', 'off', true) = 'off'`
