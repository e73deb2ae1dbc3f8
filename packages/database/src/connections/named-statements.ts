import type { RowReader } from './row-reader.ts'

/** A statement that a connection has prepared. */
export interface NamedStatement {
  name: string
  /** Reads what it returns, once that is known. */
  reader?: RowReader
}

/** Each of them takes some memory in the server, for every connection. */
const MAX_STATEMENTS = 500

/**
 * The statements that one connection has prepared. Lists with filters and page sizes have any number of texts; the ones
 * that were not used for longest lose their names to new ones.
 */
export class NamedStatements {
  readonly #byText = new Map<string, NamedStatement>()
  #obsolete: string[] = []
  #namesGiven = 0

  use(text: string): NamedStatement {
    const statement = this.#byText.get(text) ?? this.#create()
    this.#byText.delete(text)
    this.#byText.set(text, statement)
    return statement
  }

  clear() {
    for (const text of this.#byText.keys()) this.#drop(text)
  }

  /** The names that the connection has to close, each of them once. */
  takeObsolete() {
    const names = this.#obsolete
    if (names.length > 0) this.#obsolete = []
    return names
  }

  #create() {
    const [oldest] = this.#byText.keys()
    if (oldest !== undefined && this.#byText.size >= MAX_STATEMENTS) this.#drop(oldest)
    this.#namesGiven += 1
    return { name: `s${this.#namesGiven}` }
  }

  #drop(text: string) {
    const statement = this.#byText.get(text)
    if (statement) this.#obsolete.push(statement.name)
    this.#byText.delete(text)
  }
}
