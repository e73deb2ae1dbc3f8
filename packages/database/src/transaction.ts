import { type DatabaseConnection, type Kysely, type SqlBool, sql, Transaction } from 'kysely'
import { afterCommit, openOuterTransaction } from './outer-transaction.ts'
import { retryTransaction } from './retry-transaction.ts'

export interface DomainEvent {
  type: string
}

export type Emit<Event extends DomainEvent> = (event: Event) => Promise<void>

/** What one attempt at a transaction carries from phase to phase; a retry starts with a new one. */
export interface TransactionContext<Event extends DomainEvent, State> {
  emit: Emit<Event>
  /** In the order in which they were emitted. */
  events: Event[]
  state: State
  /** A statement whose result nobody needs before the commit: both travel together. If it fails, nothing is committed. */
  sendWithCommit: (statement: Promise<unknown>) => void
}

/** What a service does about its events: some of it in the transaction that caused them, some after its commit. */
export interface Subscriptions<Database, Event extends DomainEvent, State> {
  createState: () => State
  inTransaction: (
    tx: Transaction<Database>,
    event: Event,
    context: TransactionContext<Event, State>,
  ) => Promise<void>
  /** Once, when all the work is done: locks that many transactions want are taken last and in one order. */
  beforeCommit?: (tx: Transaction<Database>, context: TransactionContext<Event, State>) => Promise<void>
  afterCommit: (context: TransactionContext<Event, State>) => Promise<void> | void
}

interface Transacting<Database, Event extends DomainEvent, State> {
  db: Kysely<Database>
  subscriptions: Subscriptions<Database, Event, State>
}

type Work<Database, Event extends DomainEvent, State, Result> = (
  tx: Transaction<Database>,
  emit: Emit<Event>,
  context: TransactionContext<Event, State>,
) => Promise<Result>

/** Everything or nothing: the work, and what its events cause inside the transaction. */
export async function inTransaction<Database, Event extends DomainEvent, State, Result>(
  transacting: Transacting<Database, Event, State>,
  work: Work<Database, Event, State, Result>,
): Promise<Result> {
  await openOuterTransaction()
  const { result, context } = await retryTransaction(() => transact(transacting, work))
  if (context.events.length > 0) await afterCommit(() => transacting.subscriptions.afterCommit(context))
  return result
}

async function transact<Database, Event extends DomainEvent, State, Result>(
  { db, subscriptions }: Transacting<Database, Event, State>,
  work: Work<Database, Event, State, Result>,
) {
  return pipelined(db, async (tx, sendWithCommit) => {
    const context: TransactionContext<Event, State> = {
      emit: async event => {
        context.events.push(event)
        await subscriptions.inTransaction(tx, event, context)
      },
      events: [],
      state: subscriptions.createState(),
      sendWithCommit,
    }
    const result = await work(tx, context.emit, context)
    if (context.events.length > 0) await subscriptions.beforeCommit?.(tx, context)
    return { result, context }
  })
}

/** Statements that are started without waiting for each other are sent at once, in the order in which they are started. */
async function pipelined<Database, Result>(
  db: Kysely<Database>,
  work: (tx: Transaction<Database>, sendWithCommit: (statement: Promise<unknown>) => void) => Promise<Result>,
): Promise<Result> {
  const sent: Promise<unknown>[] = []
  let isOpen = true
  const sendWithCommit = (statement: Promise<unknown>) => {
    statement.catch(() => {}) // reported below
    sent.push(statement)
  }
  try {
    const result = await db.transaction().execute(tx =>
      tx.getExecutor().provideConnection(connection =>
        work(
          sendingAtOnce(db, connection, () => isOpen),
          sendWithCommit,
        ).finally(() => {
          isOpen = false
        }),
      ),
    )
    await Promise.all(sent)
    return result
  } catch (error) {
    await Promise.all(sent) // the reason why the commit failed, if one of them is
    throw error
  }
}

/** Kysely's own transaction sends a statement when the one before has been answered. */
function sendingAtOnce<Database>(
  db: Kysely<Database>,
  connection: DatabaseConnection,
  isOpen: () => boolean,
) {
  const executor = db.getExecutor().withConnectionProvider({
    provideConnection: use => {
      if (!isOpen()) throw new Error('the transaction has ended')
      return use(connection)
    },
  })
  const unused = {} as never // a transaction cannot open another
  return new Transaction<Database>({ config: unused, driver: unused, dialect: unused, executor })
}

/**
 * Work that travels together. Throws the first error in the order of the list, when all of it has ended: nothing may go on
 * in a transaction that is being rolled back.
 */
export async function together<const Work extends readonly unknown[]>(work: Work) {
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
