import { type Kysely, sql } from 'kysely'

/** A node of a parse tree: its type and its fields. */
export interface ParseNode {
  type: string
  fields: Record<string, ParseValue>
}

export type ParseValue = ParseNode | ParseValue[] | string

/**
 * Lets PostgreSQL parse the statement as the body of a function. Returns its own parse tree, as text: names are resolved, and nothing
 * has been planned.
 */
export function parseStatement(db: Kysely<unknown>, text: string) {
  return db.connection().execute(async connection => {
    const run = (statement: string) => sql.raw(statement).execute(connection)
    await run(`prepare candidate as ${text}`)
    const { rows } = await sql<{ types: string[] }>`
      select parameter_types::text[] as types from pg_prepared_statements where name = 'candidate'`.execute(
      connection,
    )
    await run('deallocate candidate')
    await run(
      `create function candidate(${rows[0]?.types.join(', ')}) returns void begin atomic ${text}; end`,
    )
    const parsed = await sql<{ tree: string }>`
      select prosqlbody::text as tree from pg_proc where proname = 'candidate'`.execute(connection)
    await run('drop function candidate')
    return parsed.rows[0]?.tree ?? ''
  })
}

/** Reads what `parseStatement` returns: the queries of the statement, which is one unless a rule adds others. */
export function readParseTree(tree: string): ParseNode[] {
  const tokens = tree.match(/[(){}]|(?:\\[\s\S]|[^\s(){}\\])+/g) ?? []
  let next = 0
  return nodesIn(readValue())

  function readValue(): ParseValue {
    const token = tokens[next++] ?? ''
    if (token === '{') return readNode()
    return token === '(' ? readUntil(')') : token
  }

  function readNode(): ParseNode {
    const type = tokens[next++] ?? ''
    const fields: ParseNode['fields'] = {}
    while (tokens[next] !== '}') {
      const name = (tokens[next++] ?? '').slice(1)
      const values: ParseValue[] = []
      while (tokens[next] !== '}' && !tokens[next]?.startsWith(':')) values.push(readValue())
      fields[name] = values.length === 1 ? (values[0] as ParseValue) : values
    }
    next += 1
    return { type, fields }
  }

  function readUntil(end: string) {
    const values: ParseValue[] = []
    while (tokens[next] !== end) values.push(readValue())
    next += 1
    return values
  }
}

export function isNode(value: ParseValue | undefined): value is ParseNode {
  return typeof value === 'object' && !Array.isArray(value)
}

/** The nodes of a field: one, or a list, of lists as well. */
export function nodesIn(value: ParseValue | undefined): ParseNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  return isNode(value) ? [value] : []
}
