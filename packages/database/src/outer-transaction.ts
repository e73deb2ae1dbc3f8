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

/**
 * One transaction around several: every statement inside `run` is part of it, and a transaction inside becomes a
 * savepoint. Implicit, because routes are registered with one `deps`: passed explicitly, every route, command and query
 * would need a second set of them for requests that carry an Idempotency-Key.
 */
export interface OuterTransaction {
  /** Otherwise the first transaction inside opens it. */
  open: () => Promise<void>
  run: <Result>(work: () => Result) => Result
  /** Then runs what the transactions inside deferred until after the commit. */
  commit: () => Promise<void>
  rollback: () => Promise<void>
  /** Rolls back and opens it again, for work that is repeated from its beginning. */
  restart: () => Promise<void>
}

interface Context {
  open: () => Promise<void>
  /** While it is open. */
  connection?: DatabaseConnection | undefined
  savepoints: number
  afterCommit: (() => Promise<void> | void)[]
}

const contexts = new AsyncLocalStorage<Context>()

/** `begin` is its first statement; if that throws, nothing was opened. */
export function createOuterTransaction<Database>(
  db: Kysely<Database>,
  begin: (tx: Kysely<Database>) => Promise<void>,
): OuterTransaction {
  const context: Context = { open, savepoints: 0, afterCommit: [] }
  let transaction: ControlledTransaction<Database> | undefined

  async function open() {
    if (transaction) return
    const opened = await contexts.exit(() => retryTransaction(start))
    transaction = opened
    await opened.getExecutor().provideConnection(async connection => {
      context.connection = connection
    })
  }

  async function start() {
    const opened = await db.startTransaction().execute()
    try {
      await begin(opened)
    } catch (error) {
      await opened.rollback().execute()
      throw error
    }
    return opened
  }

  /** Its connection must not be used any more. Work that still runs inside must not open it again: it would never commit. */
  function close() {
    const closing = transaction
    transaction = undefined
    context.connection = undefined
    context.open = async () => {}
    return closing
  }

  async function rollback() {
    context.afterCommit.length = 0
    await contexts.exit(async () => close()?.rollback().execute())
  }

  return {
    open,
    run: work => contexts.run(context, work),
    commit: async () => {
      await contexts.exit(() => commitOrRollBack(close()))
      for (const work of context.afterCommit.splice(0)) await work()
    },
    rollback,
    restart: async () => {
      await rollback()
      context.open = open
      await open()
    },
  }
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

/** Opens the surrounding transaction, if there is one that is not open yet. */
export async function openOuterTransaction() {
  await contexts.getStore()?.open()
}

/** Runs work that commits on its own, because what follows in the surrounding transaction relies on it. */
export function outsideOuterTransaction<Result>(work: () => Result) {
  return contexts.exit(work)
}

/** Whether statements run in a surrounding transaction. */
export function isInOuterTransaction() {
  return joined() !== undefined
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
    return joined()?.connection ?? super.acquireConnection(...args)
  }

  override async releaseConnection(connection: DatabaseConnection) {
    if (!isJoined(connection)) await super.releaseConnection(connection as never)
  }

  /** Not awaited: it travels with the first statement, which fails too if this fails. */
  override async beginTransaction(connection: DatabaseConnection) {
    const context = joined()
    const isInner = context && isJoined(connection)
    if (isInner) context.savepoints += 1
    const begin = isInner ? `savepoint inner_${context.savepoints}` : 'begin'
    connection.executeQuery(CompiledQuery.raw(begin)).catch(() => {})
  }

  override async commitTransaction(connection: DatabaseConnection) {
    if (isJoined(connection)) await this.#endSavepoint(connection, 'release')
    else await super.commitTransaction(connection)
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    if (isJoined(connection)) await this.#endSavepoint(connection, 'rollback to')
    else await super.rollbackTransaction(connection as never)
  }

  async #endSavepoint(connection: DatabaseConnection, command: string) {
    const context = joined() as Context
    const name = `inner_${context.savepoints}`
    context.savepoints -= 1
    await connection.executeQuery(CompiledQuery.raw(`${command} savepoint ${name}`))
  }
}

function isJoined(connection: DatabaseConnection) {
  return joined()?.connection === connection
}
