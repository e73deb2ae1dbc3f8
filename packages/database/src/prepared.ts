import type { Compilable, CompiledQuery, Kysely, RawBuilder, SelectQueryBuilder } from 'kysely'
import { sharedReadsOf } from './connect.ts'
import { isOuterTransactionUsed } from './outer-transaction.ts'

type Build<Database, Values extends unknown[], Statement> = (
  db: Kysely<Database>,
  ...values: Values
) => Statement

/**
 * A statement of nearly every request: built once, after that only its values change. `build` can only pass its arguments
 * on as values: it runs with placeholders.
 */
export function prepared<Database, Values extends unknown[], Row>(
  build: Build<Database, Values, Compilable<Row> | RawBuilder<Row>>,
) {
  const bind = compileOnce(build)
  return async (db: Kysely<Database>, ...values: Values): Promise<Row[]> =>
    (await db.executeQuery<Row>(bind(db, values))).rows
}

/**
 * A prepared read that shares a connection with those of other requests, unless it belongs to a transaction. The reads
 * behind it wait for it, so it has to be quick and must not lock, write or call a volatile function. `sharedStatements`
 * lists all of them for a test of that rule.
 */
export function sharedRead<Database, Values extends unknown[], Row>(
  build: Build<Database, Values, SelectQueryBuilder<never, never, Row>>,
) {
  const bind = compileOnce(build)
  sharedStatements.push(db => bind(db as Kysely<Database>, [] as unknown as Values).sql)
  return async (db: Kysely<Database>, ...values: Values): Promise<Row[]> => {
    const query = bind(db, values)
    const shared = isOuterTransactionUsed() ? undefined : sharedReadsOf(db)
    if (!shared) return (await db.executeQuery<Row>(query)).rows
    return (await shared.read(query.sql, query.parameters)) as Row[]
  }
}

/** The SQL of every statement that a loaded module declares as a shared read. */
export const sharedStatements: ((db: object) => string)[] = []

/** Compiles with a placeholder for each value, which shows where in the statement the value goes. */
function compileOnce<Database, Values extends unknown[], Row>(
  build: Build<Database, Values, Compilable<Row> | RawBuilder<Row>>,
) {
  let statement: { compiled: CompiledQuery<Row>; valueIndexes: number[] } | undefined
  return (db: Kysely<Database>, values: Values) => {
    statement ??= compile(db)
    const { compiled, valueIndexes } = statement
    const parameters = compiled.parameters.map((fixed, at) => {
      const index = valueIndexes[at] ?? -1
      return index < 0 ? fixed : values[index]
    })
    return { ...compiled, parameters }
  }

  function compile(db: Kysely<Database>) {
    const placeholders = Array.from({ length: build.length - 1 }, (): unknown => ({}))
    const compiled = build(db, ...(placeholders as Values)).compile(db)
    return { compiled, valueIndexes: compiled.parameters.map(value => placeholders.indexOf(value)) }
  }
}
