import { CamelCasePlugin, type PluginTransformResultArgs } from 'kysely'
import pg from 'pg'
import type { NamedStatement } from './named-statements.ts'
import { type Row, RowReader } from './row-reader.ts'

const { types } = pg

export interface Result {
  command: string
  rowCount: number | null
  rows: Row[]
}

interface RowDescription {
  fields: { name: string; dataTypeID: number }[]
}

interface PgConnection {
  describe: (portal: object) => void
  close: (statement: { type: 'S'; name: string }) => void
  /** Texts by name. */
  parsedStatements: Record<string, string>
}

interface Preparation {
  statement: NamedStatement
  /** Statements that the connection closes first. */
  obsolete: string[]
  isDescribedOnce: boolean
}

/** The part of pg's `Query` that its types leave out. */
interface PreparingQuery extends pg.Submittable {
  prepare(connection: PgConnection): void
}

const PgQuery = pg.Query as unknown as new (config: pg.QueryConfig) => PreparingQuery

/**
 * In place of pg's own: the columns of a prepared statement are described once per connection instead of with every
 * execution, and rows have their final names and values as soon as they are read.
 */
export class RowQuery extends PgQuery {
  readonly result: Promise<Result>
  readonly #preparation: Preparation | undefined
  readonly #answer = Promise.withResolvers<Result>()
  readonly #rows: Row[] = []
  #reader: RowReader | undefined
  #completed = ''

  constructor(config: pg.QueryConfig, preparation?: Preparation) {
    super(config)
    this.result = this.#answer.promise
    this.#preparation = preparation
    this.#reader = preparation?.statement.reader
  }

  override prepare(connection: PgConnection) {
    for (const name of this.#preparation?.obsolete ?? []) {
      connection.close({ type: 'S', name })
      delete connection.parsedStatements[name]
    }
    super.prepare(this.#reader ? withoutDescription(connection) : connection)
  }

  handleRowDescription({ fields }: RowDescription) {
    const columns = fields.map(({ name, dataTypeID }) => ({
      name: camelCaseNames.inCode(name),
      parse: getTypeParser(dataTypeID),
    }))
    this.#reader = new RowReader(columns)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }) {
    if (this.#reader) this.#rows.push(this.#reader.read(fields, this.#rows.length))
  }

  handleCommandComplete({ text }: { text: string }) {
    this.#completed = text
    if (this.#preparation?.isDescribedOnce)
      this.#preparation.statement.reader = this.#reader ?? new RowReader([])
  }

  handleReadyForQuery() {
    const [command = ''] = this.#completed.split(' ', 1)
    const count = Number(this.#completed.slice(this.#completed.lastIndexOf(' ') + 1))
    this.#answer.resolve({ command, rowCount: Number.isNaN(count) ? null : count, rows: this.#rows })
  }

  handleError(error: unknown) {
    this.#answer.reject(error)
  }
}

function withoutDescription(connection: PgConnection): PgConnection {
  return Object.create(connection, { describe: { value: () => {} } })
}

/** Names in code are camel-cased. Rows have these names already when Kysely gets them. */
class Names extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }

  inCode(column: string) {
    return this.camelCase(column)
  }
}

export const camelCaseNames = new Names({ maintainNestedObjectKeys: true })

/**
 * Ids and counts are numbers (never beyond 2^53), dates stay `YYYY-MM-DD`, and instants become the wire's own
 * form: no Date object is made and none has to be written out again.
 */
function getTypeParser(oid: number): (text: string) => unknown {
  if (oid === types.builtins.INT8) return Number
  if (oid === INT8_ARRAY) return numbersOf
  if (oid === types.builtins.DATE) return String
  if (oid === types.builtins.TIMESTAMPTZ) return isoInstant
  return types.getTypeParser(oid, 'text')
}

const INT8_ARRAY = 1016

/** `{1,2}` → `[1, 2]` */
function numbersOf(text: string) {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)
}

/** `2026-01-31 09:15:00.12+00` → `2026-01-31T09:15:00.120Z` */
function isoInstant(text: string) {
  if (!text.endsWith('+00')) return text // infinity
  const fraction = text.slice(20, -3).padEnd(3, '0').slice(0, 3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}
