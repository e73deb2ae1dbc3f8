import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  type Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'
import { retryTransaction } from './retry-transaction.ts'
import { sendingAtOnce } from './sending-at-once.ts'

/**
 * One transaction around several: every statement inside `run` is part of it, and a transaction inside becomes a
 * savepoint. Implicit, because routes are registered with one `deps`: passed explicitly, every route, command and query
 * would need a second set of them for requests that carry an Idempotency-Key.
 */
export interface OuterTransaction<Database> {
  /** Otherwise the first statement inside opens it, other than a shared read. */
  open: () => Promise<void>
  run: <Result>(work: () => Result) => Result
  /**
   * Sends the last statement and the commit at once: if the statement fails, nothing is committed. Then runs what the
   * transactions inside deferred until after the commit.
   */
  commit: (last?: (tx: Kysely<Database>) => Promise<unknown>) => Promise<void>
  rollback: () => Promise<void>
  /** Rolls back and opens it again, for work that is repeated from its beginning. */
  restart: () => Promise<void>
}

interface Context {
  open: () => Promise<void>
  /** Opens it for a transaction inside, which begins before `begun` has resolved. */
  openForTransaction: () => Promise<void>
  /** Resolves once its first statements have succeeded. */
  begun: Promise<void>
  rollback: () => Promise<void>
  /** While it is open. */
  connection?: DatabaseConnection | undefined
  /** Whether it has more statements than those it begins with. */
  isUsed: boolean
  /** How many transactions are open inside. The one that opened it, level 0, needs no savepoint. */
  level: number
  /** The savepoint of a transaction inside that has ended: released only if there is another one. */
  endedSavepoint?: string | undefined
  afterCommit: (() => Promise<void> | void)[]
}

const contexts = new AsyncLocalStorage<Context>()

type Begin<Database> = (tx: Kysely<Database>) => Promise<void>

/**
 * `begin` runs its first statements; if that throws, nothing was opened. `beginWithWork` does so if a transaction inside
 * opens it, whose own statements are sent before the answer is known.
 */
export function createOuterTransaction<Database>(
  db: Kysely<Database>,
  begin: Begin<Database>,
  beginWithWork = begin,
): OuterTransaction<Database> {
  const context: Context = {
    open,
    openForTransaction,
    begun: Promise.resolve(),
    rollback,
    isUsed: false,
    level: 0,
    afterCommit: [],
  }
  let transaction: ControlledTransaction<Database> | undefined

  async function open() {
    if (transaction) return
    await retryTransaction(async () => {
      await start(begin)
      await context.begun.catch(async error => {
        await rollback()
        throw error
      })
    })
  }

  async function openForTransaction() {
    if (transaction) return
    await start(beginWithWork)
    context.level = -1
  }

  async function start(run: Begin<Database>) {
    const opened = await contexts.exit(() => db.startTransaction().execute())
    const connection = await opened.getExecutor().provideConnection(async one => one)
    transaction = opened
    Object.assign(context, { connection, isUsed: false, level: 0, endedSavepoint: undefined })
    context.begun = contexts.exit(() => run(sendingAtOnce(db, connection)))
    context.begun.catch(() => {}) // reported to those who wait for it
  }

  /** Returns the transaction that is over, so that no later statement uses its connection. */
  function close() {
    const closing = transaction
    transaction = undefined
    context.connection = undefined
    return closing
  }

  async function rollback() {
    context.afterCommit.length = 0
    await contexts.exit(async () => close()?.rollback().execute())
  }

  /** Work that still runs inside must not open it again: it would never commit. */
  function end() {
    context.open = async () => {}
    context.openForTransaction = context.open
  }

  return {
    open,
    run: work => contexts.run(context, work),
    commit: async last => {
      const { connection } = context
      const sent = connection && last && contexts.exit(() => last(sendingAtOnce(db, connection)))
      sent?.catch(() => {}) // reported below
      end()
      await contexts
        .exit(() => commitOrRollBack(close()))
        .catch(async error => {
          await sent // the reason why the commit failed, if it is
          throw error
        })
      for (const work of context.afterCommit.splice(0)) await work()
    },
    rollback: () => {
      end()
      return rollback()
    },
    restart: async () => {
      await rollback()
      await open()
    },
  }
}

/** Runs work with several transactions as one, and once more after it lost a conflict. */
export function inOneTransaction<Database, Result>(db: Kysely<Database>, work: () => Promise<Result>) {
  return retryTransaction(async () => {
    const outer = createOuterTransaction(db, async () => {})
    try {
      await outer.open()
      const result = await outer.run(work)
      await outer.commit()
      return result
    } catch (error) {
      await outer.rollback()
      throw error
    }
  })
}

/** Runs work with several transactions as one: in the surrounding transaction, if there is one. */
export async function joinOneTransaction<Database, Result>(
  db: Kysely<Database>,
  work: () => Promise<Result>,
) {
  const context = contexts.getStore()
  if (!context) return inOneTransaction(db, work)
  await context.open()
  return work()
}

/** A commit that fails, as by a deferred constraint, does not release the connection; the rollback does. */
async function commitOrRollBack<Database>(transaction: ControlledTransaction<Database> | undefined) {
  try {
    await transaction?.commit().execute()
  } catch (error) {
    await transaction
      ?.rollback()
      .execute()
      .catch(() => {})
    throw error
  }
}

/**
 * Runs a transaction inside the surrounding one, if there is one. The first one opens it: both begin at once, and if
 * either fails, both are rolled back.
 */
export async function joinOuterTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const context = contexts.getStore()
  if (!context || context.connection) return work()
  await context.openForTransaction()
  const [outcome] = await Promise.allSettled([work()])
  try {
    await context.begun
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  } catch (error) {
    await context.rollback()
    throw error
  }
}

/** Runs work that commits on its own, because what follows in the surrounding transaction relies on it. */
export function outsideOuterTransaction<Result>(work: () => Result) {
  return contexts.exit(work)
}

/** Whether statements run in a surrounding transaction. */
export function isInOuterTransaction() {
  return joined() !== undefined
}

/** Whether a surrounding transaction may have changed or locked something that another connection does not see. */
export function isOuterTransactionUsed() {
  return joined()?.isUsed === true
}

/** Now, or after the commit of the surrounding transaction. */
export async function afterCommit(work: () => Promise<void> | void) {
  const context = joined()
  if (context) context.afterCommit.push(work)
  else await work()
}

function joined() {
  const context = contexts.getStore()
  return context?.connection ? context : undefined
}

export class JoiningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new JoiningDriver(this.#config)
  }
}

class JoiningDriver extends PostgresDriver {
  override async acquireConnection(...args: Parameters<PostgresDriver['acquireConnection']>) {
    const context = contexts.getStore()
    await context?.open()
    if (!context?.connection) return super.acquireConnection(...args)
    context.isUsed = true
    return context.connection
  }

  override async releaseConnection(connection: DatabaseConnection) {
    if (!joinedOn(connection)) await super.releaseConnection(connection as never)
  }

  /** Not awaited: it travels with the first statement, which fails too if this fails. */
  override async beginTransaction(connection: DatabaseConnection) {
    const context = joinedOn(connection)
    const commands = context ? startInside(context) : ['begin']
    for (const command of commands) connection.executeQuery(CompiledQuery.raw(command)).catch(() => {})
  }

  override async commitTransaction(connection: DatabaseConnection) {
    const context = joinedOn(connection)
    if (context) endInside(context)
    else await super.commitTransaction(connection)
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    const context = joinedOn(connection)
    if (!context) return super.rollbackTransaction(connection as never)
    const savepoint = endInside(context)
    // What has no savepoint is rolled back with the whole transaction.
    if (savepoint) await connection.executeQuery(CompiledQuery.raw(`rollback to savepoint ${savepoint}`))
  }
}

function startInside(context: Context) {
  const { endedSavepoint } = context
  context.endedSavepoint = undefined
  context.level += 1
  const release = endedSavepoint ? [`release savepoint ${endedSavepoint}`] : []
  return context.level === 0 ? release : [...release, `savepoint inner_${context.level}`]
}

function endInside(context: Context) {
  if (context.level === 0) return undefined
  context.endedSavepoint = `inner_${context.level}`
  context.level -= 1
  return context.endedSavepoint
}

function joinedOn(connection: DatabaseConnection) {
  const context = joined()
  return context?.connection === connection ? context : undefined
}
