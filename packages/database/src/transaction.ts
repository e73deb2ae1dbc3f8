import type { Kysely, Transaction } from 'kysely'
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

type Work<Database, Event extends DomainEvent, Result> = (
  tx: Transaction<Database>,
  emit: Emit<Event>,
) => Promise<Result>

/** Everything or nothing: the work, and what its events cause inside the transaction. */
export async function inTransaction<Database, Event extends DomainEvent, State, Result>(
  transacting: Transacting<Database, Event, State>,
  work: Work<Database, Event, Result>,
): Promise<Result> {
  await openOuterTransaction()
  const { result, context } = await retryTransaction(() => transact(transacting, work))
  if (context.events.length > 0) await afterCommit(() => transacting.subscriptions.afterCommit(context))
  return result
}

async function transact<Database, Event extends DomainEvent, State, Result>(
  { db, subscriptions }: Transacting<Database, Event, State>,
  work: Work<Database, Event, Result>,
) {
  return db.transaction().execute(async tx => {
    const context: TransactionContext<Event, State> = {
      emit: async event => {
        context.events.push(event)
        await subscriptions.inTransaction(tx, event, context)
      },
      events: [],
      state: subscriptions.createState(),
    }
    const result = await work(tx, context.emit)
    if (context.events.length > 0) await subscriptions.beforeCommit?.(tx, context)
    return { result, context }
  })
}
