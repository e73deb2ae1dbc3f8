import { type Kysely, sql } from 'kysely'
import {
  isNode,
  nodesIn,
  type ParseNode,
  type ParseValue,
  parseStatement,
  readParseTree,
} from './parse-tree.ts'

// Says whether a database that distributes tables by a column could find the rows of a statement in one place: whether each of its
// tables is compared with a value in that column, or with the same column of another table for which this is true.

interface Distribution {
  /** The column by which a table is distributed; undefined if it is not. */
  keyOf: (table: string) => string | undefined
  /** Columns by which rows can be found instead, by what they say, in the order of preference. */
  others: Record<string, string>
  /** Columns with the key of another record, which is read from a row that has been found. */
  keysOfOthers: string[]
}

/** A use of a table, and what it is found by: `key`, `other record`, one of the other columns, or undefined. */
export interface TableUse {
  table: string
  by: string | undefined
}

/** Returns a function that lists the uses of distributed tables in a statement. */
export async function openDistribution(db: Kysely<unknown>, distribution: Distribution) {
  const { keyOf, others, keysOfOthers } = distribution
  const operators = await loadOperators(db)
  const tables = new Map<string, Table>()
  for (const { oid, name, columns } of await loadTables(db)) {
    const numberOf = (column: string) => columns.indexOf(column) + 1
    const key = keyOf(name)
    if (key === undefined) continue
    tables.set(oid, {
      name,
      key: numberOf(key),
      others: Object.fromEntries(Object.entries(others).map(([kind, column]) => [kind, numberOf(column)])),
      keysOfOthers: keysOfOthers.map(numberOf).filter(Boolean),
    })
  }
  return async (text: string) =>
    listTableUses(readParseTree(await parseStatement(db, text)), { tables, operators })
}

/** Columns by their number in the table, which starts with 1; others are 0. */
interface Table {
  name: string
  key: number
  others: Record<string, number>
  keysOfOthers: number[]
}

interface Catalog {
  /** By their object identifiers. */
  tables: Map<string, Table>
  operators: Map<string, string>
}

async function loadTables(db: Kysely<unknown>) {
  const { rows } = await sql<{ oid: string; name: string; columns: string[] }>`
    select oid::text, relname as name, array(
      select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 order by attnum) as columns
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db)
  return rows
}

async function loadOperators(db: Kysely<unknown>) {
  const { rows } = await sql<{ oid: string; name: string }>`
    select oid::text, oprname as name from pg_operator`.execute(db)
  return new Map(rows.map(({ oid, name }) => [oid, name]))
}

function listTableUses(queries: ParseNode[], { tables, operators }: Catalog): TableUse[] {
  const facts = collectFacts(queries, operators)
  const uses = facts.relations.flatMap(({ scope, index, oid }) => {
    const table = tables.get(oid)
    return table ? [{ ...table, columnAt: (attribute: number) => columnOf(scope, index, attribute) }] : []
  })
  const otherColumns = new Set(tables.values().flatMap(({ others }) => Object.keys(others)))
  const kinds = ['key', 'other record', ...otherColumns]
  const byUse = new Map<object, string>()
  const known = new Set(facts.known)
  for (const kind of kinds) {
    spread(known, facts, () => {
      for (const use of uses) addKeys(known, use, kind)
    })
    for (const use of uses) if (!byUse.has(use) && known.has(use.columnAt(use.key))) byUse.set(use, kind)
  }
  return uses.map(use => ({ table: use.name, by: byUse.get(use) }))
}

interface Use extends Table {
  columnAt: (attribute: number) => string
}

function addKeys(known: Set<string>, { others, key, keysOfOthers, columnAt }: Use, kind: string) {
  // A row that is found by another column has one key, which others can be compared with.
  follow(known, columnAt(others[kind] ?? 0), columnAt(key))
  if (kind === 'key') return
  for (const column of keysOfOthers) follow(known, columnAt(key), columnAt(column))
}

function follow(known: Set<string>, from: string, to: string) {
  if (known.has(from)) known.add(to)
}

type Facts = ReturnType<typeof collectFacts>

/** A query inside of others. Columns are named by it, by the table in its list, and by their number there. */
interface Scope {
  id: number
  query: ParseNode
  outer: Scope | undefined
}

/** What a query returns has the index 0. */
function columnOf({ id }: Scope, index: number | string, attribute: number | string) {
  return `${id} ${index} ${attribute}`
}

/** Reads from the queries which columns are equal to each other, and which are equal to a value. */
function collectFacts(queries: ParseNode[], operators: Map<string, string>) {
  const equal: [string, string][] = []
  const known = new Set<string>()
  /** Columns of a union: each consists of those of its parts, and of the first one if it refers to itself. */
  const unions: { column: string; parts: string[]; isRecursive: boolean }[] = []
  const relations: { scope: Scope; index: number; oid: string }[] = []
  const scopes = new Map<ParseNode, Scope>()

  for (const query of queries) visit(query, undefined)
  return { equal, known, unions, relations }

  function visit(query: ParseNode, outer: Scope | undefined, isRecursive = false): Scope {
    const visited = scopes.get(query)
    if (visited) return visited
    const scope = { id: scopes.size, query, outer }
    scopes.set(query, scope)
    const { fields } = query
    for (const { fields: cte } of nodesIn(fields.cteList))
      visit(cte.ctequery as ParseNode, scope, cte.cterecursive === 'true')
    for (const [at, entry] of nodesIn(fields.rtable).entries()) visitTable(entry, at + 1, scope)
    visitOutput(scope, isRecursive)
    if (isNode(fields.jointree)) visitConditions(fields.jointree, scope)
    const { rtable: _, cteList: __, ...others } = fields
    visitSubqueries(Object.values(others), scope)
    return scope
  }

  function visitTable({ fields: entry }: ParseNode, index: number, scope: Scope) {
    const excluded =
      isNode(scope.query.fields.onConflict) && scope.query.fields.onConflict.fields.exclRelIndex
    const column = (at: number) => columnOf(scope, index, at + 1)
    if (entry.rtekind === '0' && excluded !== String(index))
      relations.push({ scope, index, oid: String(entry.relid) })
    visitSubquery(entry, column, scope)
    visitColumns(entry, column, scope)
  }

  function visitSubquery(entry: ParseNode['fields'], column: (at: number) => string, scope: Scope) {
    const subquery = subqueryOf(entry, scope)
    if (!subquery) return
    for (const at of outputOf(subquery.query).keys()) equal.push([column(at), columnOf(subquery, 0, at + 1)])
  }

  function visitColumns(entry: ParseNode['fields'], column: (at: number) => string, scope: Scope) {
    for (const list of [entry.joinaliasvars, entry.groupexprs])
      for (const [at, expression] of nodesIn(list).entries()) relate(column(at), expression, scope)
    visitSubqueries(entry.functions, scope)
    for (const { fields } of nodesIn(entry.functions))
      for (let at = 0; at < MAX_COLUMNS; at += 1) relateToFunction(column(at), fields.funcexpr, scope)
  }

  /** What a function returns is known if its arguments are, such as the elements of an array. */
  function relateToFunction(column: string, call: ParseValue | undefined, scope: Scope) {
    const [first] = nodesIn(isNode(call) ? call.fields.args : undefined)
    relate(column, hasColumns(call) ? first : call, scope)
  }

  function subqueryOf(entry: ParseNode['fields'], scope: Scope) {
    if (isNode(entry.subquery)) return visit(entry.subquery, scope)
    if (entry.rtekind !== '6') return undefined
    const owner = outerScope(scope, Number(entry.ctelevelsup))
    const found = nodesIn(owner?.query.fields.cteList).find(({ fields }) => fields.ctename === entry.ctename)
    return found && visit(found.fields.ctequery as ParseNode, owner, found.fields.cterecursive === 'true')
  }

  function visitOutput(scope: Scope, isRecursive: boolean) {
    const { fields } = scope.query
    const branches = isNode(fields.setOperations) ? branchesOf(fields.setOperations) : []
    for (const [at, { fields: entry }] of outputOf(scope.query).entries()) {
      const column = columnOf(scope, 0, at + 1)
      const parts = branches.map(index => columnOf(scope, index, at + 1))
      if (parts.length > 0) unions.push({ column, parts, isRecursive })
      else relate(column, entry.expr, scope)
    }
    // An insert names the key by writing it.
    if (fields.commandType === '3')
      for (const { fields: entry } of nodesIn(fields.targetList))
        known.add(columnOf(scope, String(fields.resultRelation), String(entry.resno)))
  }

  function visitConditions({ fields }: ParseNode, scope: Scope) {
    for (const item of [fields.fromlist, fields.larg, fields.rarg].flatMap(nodesIn))
      visitConditions(item, scope)
    if (isNode(fields.quals)) visitCondition(fields.quals, scope)
  }

  function visitCondition(condition: ParseNode, scope: Scope, sublink?: Scope) {
    const { type, fields } = condition
    const args = nodesIn(fields.args)
    if (type === 'BOOLEXPR' && fields.boolop === 'and') {
      for (const one of args) visitCondition(one, scope, sublink)
      for (const { fields: range } of args.filter(one => isRange(one, args)))
        relateBoth(nodesIn(range.args), scope)
    }
    if (isEquality(condition)) relateBoth(args, scope, sublink)
    // `in (select …)`
    if (type === 'SUBLINK' && fields.subLinkType === '2' && isNode(fields.testexpr))
      visitCondition(fields.testexpr, scope, visit(fields.subselect as ParseNode, scope))
  }

  /** Includes `= any(…)`. */
  function isEquality({ type, fields }: ParseNode) {
    const isAny = type === 'SCALARARRAYOPEXPR' && fields.useOr === 'true'
    return (type === 'OPEXPR' || isAny) && operators.get(String(fields.opno)) === '='
  }

  /** `between` the same value twice is written where an equality would be planned differently. */
  function isRange(condition: ParseNode, others: ParseNode[]) {
    const isOfSame = ({ fields }: ParseNode) => textOf(fields.args) === textOf(condition.fields.args)
    return (
      operators.get(String(condition.fields.opno)) === '>=' &&
      others.some(one => operators.get(String(one.fields.opno)) === '<=' && isOfSame(one))
    )
  }

  function relateBoth([left, right]: ParseNode[], scope: Scope, sublink?: Scope) {
    const column = columnIn(left, scope, sublink)
    const other = columnIn(right, scope, sublink)
    if (column) relate(column, right, scope, sublink)
    else if (other) relate(other, left, scope, sublink)
  }

  function relate(column: string, value: ParseValue | undefined, scope: Scope, sublink?: Scope) {
    const other = columnIn(value, scope, sublink)
    if (other) equal.push([column, other])
    else if (!hasColumns(value)) known.add(column)
  }

  /** The column that an expression consists of, without conversions. */
  function columnIn(value: ParseValue | undefined, scope: Scope, sublink?: Scope): string | undefined {
    if (!isNode(value)) return undefined
    const { type, fields } = value
    if (type === 'VAR') {
      const of = outerScope(scope, Number(fields.varlevelsup))
      return of && columnOf(of, String(fields.varno), String(fields.varattno))
    }
    if (type === 'PARAM' && fields.paramkind === '2')
      return sublink && columnOf(sublink, 0, String(fields.paramid))
    if (type === 'RELABELTYPE') return columnIn(fields.arg, scope, sublink)
    // `(select …)` and `array(select …)`
    if (type === 'SUBLINK' && ['4', '6'].includes(String(fields.subLinkType)))
      return columnOf(visit(fields.subselect as ParseNode, scope), 0, 1)
  }

  function visitSubqueries(value: ParseValue | undefined, scope: Scope) {
    for (const node of nodesIn(value)) {
      if (node.type === 'QUERY') continue
      if (node.type === 'SUBLINK') visit(node.fields.subselect as ParseNode, scope)
      visitSubqueries(Object.values(node.fields), scope)
    }
  }
}

/** More than any function returns. */
const MAX_COLUMNS = 30

function outerScope(scope: Scope, levels: number): Scope | undefined {
  return levels === 0 ? scope : scope.outer && outerScope(scope.outer, levels - 1)
}

/** What a query returns, without columns that only sort it. */
function outputOf({ fields }: ParseNode) {
  const list = fields.commandType === '1' ? fields.targetList : fields.returningList
  return nodesIn(list).filter(({ fields: entry }) => entry.resjunk !== 'true')
}

function branchesOf({ type, fields }: ParseNode): string[] {
  if (type === 'RANGETBLREF') return [String(fields.rtindex)]
  return [fields.larg, fields.rarg].flatMap(nodesIn).flatMap(branchesOf)
}

function hasColumns(value: ParseValue | undefined): boolean {
  return nodesIn(value).some(({ type, fields }) => type === 'VAR' || hasColumns(Object.values(fields)))
}

/** Without the places in the statement. */
function textOf(value: ParseValue | undefined) {
  return JSON.stringify(value, (name, field) => (name === 'location' ? undefined : field))
}

/** Adds what is known because something else is. */
function spread(known: Set<string>, { equal, unions }: Facts, addOthers: () => void) {
  for (let size = -1; size < known.size; ) {
    size = known.size
    addOthers()
    for (const [one, other] of equal) {
      follow(known, one, other)
      follow(known, other, one)
    }
    for (const union of unions) spreadUnion(known, union)
  }
}

function spreadUnion(known: Set<string>, { column, parts, isRecursive }: Facts['unions'][number]) {
  const needed = isRecursive ? parts.slice(0, 1) : parts
  if (needed.every(part => known.has(part))) known.add(column)
  if (!isRecursive) for (const part of parts) follow(known, column, part)
}
