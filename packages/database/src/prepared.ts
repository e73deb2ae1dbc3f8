import type { Compilable, Kysely, RawBuilder } from 'kysely'
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
  let statement: ReturnType<typeof compile<Database, Values, Row>> | undefined
  return async (db: Kysely<Database>, ...values: Values): Promise<Row[]> => {
    statement ??= compile(build, db)
    const { compiled, places } = statement
    const parameters = compiled.parameters.map((fixed, at) => {
      const place = places[at] ?? -1
      return place < 0 ? fixed : values[place]
    })
    const lanes = isInOuterTransaction() ? undefined : readLanesOf(db)
    if (!lanes) return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
    const read = isSlow ? lanes.readAlone : lanes.read
    return (await read(compiled.sql, parameters)) as Row[]
  }
}

/** With a placeholder for each value, which shows where in the statement the value goes. */
function compile<Database, Values extends unknown[], Row>(
  build: Build<Database, Values, Row>,
  db: Kysely<Database>,
) {
  const placeholders = Array.from({ length: build.length - 1 }, (): unknown => ({}))
  const compiled = build(db, ...(placeholders as Values)).compile(db)
  return { compiled, places: compiled.parameters.map(value => placeholders.indexOf(value)) }
}
