import type { Kysely, Transaction } from 'kysely'
import { afterCommit, openOuterTransaction } from './outer-transaction.ts'
import { retryTransaction } from './retry-transaction.ts'

export interface DomainEvent {
  name: string
}

export type Announce<Event extends DomainEvent> = (event: Event) => Promise<void>

/** What a service does about its events: some of it in the transaction that caused them, some after its commit. */
export interface Subscriptions<Database, Event extends DomainEvent> {
  inTransaction: (tx: Transaction<Database>, event: Event, announce: Announce<Event>) => Promise<void>
  /** Once, when all the work is done: locks that many transactions want are taken last and in one order. */
  beforeCommit?: (tx: Transaction<Database>, events: Event[]) => Promise<void>
  afterCommit: (events: Event[]) => Promise<void> | void
}

interface Transacting<Database, Event extends DomainEvent> {
  db: Kysely<Database>
  subscriptions: Subscriptions<Database, Event>
}

type Work<Database, Event extends DomainEvent, Result> = (
  tx: Transaction<Database>,
  announce: Announce<Event>,
) => Promise<Result>

/** Everything or nothing: the work, and what the events announced in it make happen inside the transaction. */
export async function inTransaction<Database, Event extends DomainEvent, Result>(
  transacting: Transacting<Database, Event>,
  work: Work<Database, Event, Result>,
): Promise<Result> {
  await openOuterTransaction()
  const { result, announced } = await retryTransaction(() => transact(transacting, work))
  if (announced.length > 0) await afterCommit(() => transacting.subscriptions.afterCommit(announced))
  return result
}

async function transact<Database, Event extends DomainEvent, Result>(
  { db, subscriptions }: Transacting<Database, Event>,
  work: Work<Database, Event, Result>,
) {
  const announced: Event[] = []
  const result = await db.transaction().execute(async tx => {
    const announce: Announce<Event> = async event => {
      announced.push(event)
      await subscriptions.inTransaction(tx, event, announce)
    }
    const result = await work(tx, announce)
    if (announced.length > 0) await subscriptions.beforeCommit?.(tx, announced)
    return result
  })
  return { result, announced }
}
