import type { Compilable, CompiledQuery, Kysely, RawBuilder } from 'kysely'
import { readLanesOf } from './connect.ts'
import { isInOuterTransaction } from './outer-transaction.ts'

type Build<Database, Values extends unknown[], Row> = (
  db: Kysely<Database>,
  ...values: Values
) => Compilable<Row> | RawBuilder<Row>

interface Options {
  /** It takes milliseconds or waits for a lock: other reads don't wait behind it. */
  isSlow?: boolean
}

/**
 * A statement of nearly every request: built once, after that only its values change. `build` can only pass its arguments
 * on as values: it runs with placeholders.
 */
export function prepared<Database, Values extends unknown[], Row>(
  build: Build<Database, Values, Row>,
  { isSlow = false }: Options = {},
) {
  let statement: Statement<Row> | undefined
  return async (db: Kysely<Database>, ...values: Values): Promise<Row[]> => {
    statement ??= compile(build.length - 1, placeholders =>
      build(db, ...(placeholders as Values)).compile(db),
    )
    const { compiled } = statement
    const parameters = parametersOf(statement, values)
    const lanes = isInOuterTransaction() ? undefined : readLanesOf(db)
    if (!lanes) return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
    const read = isSlow ? lanes.readAlone : lanes.read
    return (await read(compiled.sql, parameters)) as Row[]
  }
}

/** The same for SQL that changes something: it gets a connection of its own, or that of the transaction. */
export function preparedSql<Values extends unknown[], Row>(build: (...values: Values) => RawBuilder<Row>) {
  let statement: Statement<Row> | undefined
  return async (db: Pick<Kysely<unknown>, 'executeQuery' | 'getExecutor'>, ...values: Values) => {
    statement ??= compile(build.length, placeholders => build(...(placeholders as Values)).compile(db))
    const { rows } = await db.executeQuery<Row>({
      ...statement.compiled,
      parameters: parametersOf(statement, values),
    })
    return rows
  }
}

interface Statement<Row> {
  compiled: CompiledQuery<Row>
  /** Which value each parameter is; -1 if it is fixed. */
  places: number[]
}

/** With a placeholder for each value, which shows where in the statement the value goes. */
function compile<Row>(count: number, build: (placeholders: unknown[]) => CompiledQuery<Row>): Statement<Row> {
  const placeholders = Array.from({ length: count }, (): unknown => ({}))
  const compiled = build(placeholders)
  return { compiled, places: compiled.parameters.map(value => placeholders.indexOf(value)) }
}

function parametersOf<Row>({ compiled, places }: Statement<Row>, values: unknown[]) {
  return compiled.parameters.map((fixed, at) => {
    const place = places[at] ?? -1
    return place < 0 ? fixed : values[place]
  })
}
