import type { Kysely, Transaction } from 'kysely'

export interface DomainEvent {
  name: string
}

export type Announce<Event extends DomainEvent> = (event: Event) => Promise<void>

/** What a service does about its events: some of it in the transaction that caused them, some after its commit. */
export interface Subscriptions<Database, Event extends DomainEvent> {
  inTransaction: (tx: Transaction<Database>, event: Event, announce: Announce<Event>) => Promise<void>
  afterCommit: (events: Event[]) => Promise<void> | void
}

interface Transacting<Database, Event extends DomainEvent> {
  db: Kysely<Database>
  subscriptions: Subscriptions<Database, Event>
}

/** Everything or nothing: the work, and what the events announced in it make happen inside the transaction. */
export async function inTransaction<Database, Event extends DomainEvent, Result>(
  { db, subscriptions }: Transacting<Database, Event>,
  work: (tx: Transaction<Database>, announce: Announce<Event>) => Promise<Result>,
): Promise<Result> {
  const announced: Event[] = []
  const result = await db.transaction().execute(tx => {
    const announce: Announce<Event> = async event => {
      announced.push(event)
      await subscriptions.inTransaction(tx, event, announce)
    }
    return work(tx, announce)
  })
  if (announced.length > 0) await subscriptions.afterCommit(announced)
  return result
}
