import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { isLostConflict, isStalePlan } from '../retry-transaction.ts'
import { NamedStatements } from './named-statements.ts'
import { type Result, RowQuery } from './result-rows.ts'
import { WatchedClient } from './watched-client.ts'

/** Null if the connection has no such setting. */
export function connectionSetting(name: string) {
  return sql.raw<string | null>(settingText(name))
}

function settingText(name: string) {
  return `current_setting('${name}', true)`
}

const plannedEachTime = '/* planned each time */'

/**
 * Marks a statement that needs a custom plan each time: how frequent a searched word is decides how to look for it. Among 60,000 tasks, a
 * frequent word took 530 ms with one plan for all words, and 72 ms with its own.
 */
export const PLANNED_EACH_TIME = sql.raw(plannedEachTime)

/**
 * Names the parameterised statements of a pool, so that PostgreSQL parses and plans each of them once per connection. With
 * `pooledSettings`, a pooler lends its connections to others: statements contain the settings instead of reading them.
 */
export function createClient(
  pooledSettings: Record<string, string> | undefined,
  preparesStatements: boolean,
) {
  const written = Object.entries(pooledSettings ?? {}).map(
    ([name, value]) => [settingText(name), pg.escapeLiteral(value)] as const,
  )
  /** Changes when a migration has changed a table: all connections prepare their statements again. */
  let generation = ''

  function withSettings(text: string) {
    return written.reduce((result, [setting, value]) => result.replaceAll(setting, value), text)
  }

  /** A pooler shares prepared statements by their text, so that only a new text gets rid of a stale one. */
  function textToPrepare(text: string) {
    return pooledSettings && generation ? `${text} /* ${generation} */` : text
  }

  return class PreparingClient extends WatchedClient {
    readonly #statements = new NamedStatements()
    #generation = generation

    constructor(config?: pg.ClientConfig) {
      // Statements of one turn of the event loop are sent in one packet.
      super({ ...config, pipeline: true } as pg.ClientConfig)
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg's own signature has nine overloads
    override query(first: any, ...rest: any[]): any {
      const [values, ...others] = rest
      const isStatement = typeof first === 'string' && Array.isArray(values) && others.length === 0
      return isStatement ? this.#run(withSettings(first), values) : super.query(first, ...rest)
    }

    /** The one session setting that results depend on, and one of the few that PgBouncer keeps for each client. */
    getStartupConf(): object {
      // @ts-expect-error pg's types leave it out
      const parameters: object = super.getStartupConf()
      return pooledSettings ? { ...parameters, TimeZone: 'UTC' } : parameters
    }

    async #run(text: string, values: unknown[]): Promise<Result> {
      const sentIn = generation
      try {
        return await this.#send(text, values)
      } catch (error) {
        if (!isStalePlan(error) && !isLostConflict(error)) throw error
        // Nothing is lost by dropping all names: a migration rarely changes one statement only.
        if (isStalePlan(error) && generation === sentIn) generation = randomUUID()
        if (this.getTransactionStatus() !== 'I') throw error // the transaction has to start again
        return this.#send(text, values)
      }
    }

    #send(text: string, values: unknown[]) {
      const query = this.#build(text, values)
      super.query(query)
      return query.result.catch(error => this.explain(error, text))
    }

    #build(text: string, values: unknown[]) {
      if (!preparesStatements || text.includes(plannedEachTime)) return new RowQuery({ text, values })
      if (this.#generation !== generation) this.#statements.clear()
      this.#generation = generation
      const statement = this.#statements.use(text)
      return new RowQuery(
        { text: textToPrepare(text), values, name: statement.name },
        {
          statement,
          obsolete: this.#statements.takeObsolete(),
          // A pooler prepares statements again on its own, perhaps after a migration has removed a column.
          isDescribedOnce: !pooledSettings,
        },
      )
    }
  }
}
