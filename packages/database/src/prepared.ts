import type { Compilable, Kysely } from 'kysely'

type Build<Database, Values extends unknown[], Row> = (
  db: Kysely<Database>,
  ...values: Values
) => Compilable<Row>

/**
 * A statement that nearly every request asks: built once, from then on only its values change. `build` may hand its
 * arguments on as values and nothing else: when it runs there are none yet.
 */
export function prepared<Database, Values extends unknown[], Row>(build: Build<Database, Values, Row>) {
  let statement: ReturnType<typeof compile<Database, Values, Row>> | undefined
  return async (db: Kysely<Database>, ...values: Values): Promise<Row[]> => {
    statement ??= compile(build, db)
    const { compiled, places } = statement
    const parameters = compiled.parameters.map((fixed, at) => {
      const place = places[at] ?? -1
      return place < 0 ? fixed : values[place]
    })
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

/** With a mark in place of each value: it shows where in the statement the value goes. */
function compile<Database, Values extends unknown[], Row>(
  build: Build<Database, Values, Row>,
  db: Kysely<Database>,
) {
  const marks = Array.from({ length: build.length - 1 }, (): unknown => ({}))
  const compiled = build(db, ...(marks as Values)).compile()
  return { compiled, places: compiled.parameters.map(value => marks.indexOf(value)) }
}
