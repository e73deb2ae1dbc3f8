import type { Effect, Effects } from '@atrium/database/migration-effects'
import type pg from 'pg'
import { type Finding, ok, warning } from '../doctor/finding.ts'

/** From this size on, work on a table takes more than a moment. */
const LARGE_BYTES = 100 * 2 ** 20

export interface PendingMigration {
  name: string
  /** The tables that exist already. */
  tables: { name: string; effects: Effect[]; bytes: number }[]
}

export async function tablesOf(client: pg.Client, effects: Effects): Promise<PendingMigration['tables']> {
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname = any($1) order by relname`,
    [Object.keys(effects)],
  )
  return rows.map(({ name, bytes }) => ({ name, bytes, effects: effects[name] ?? [] }))
}

const work: Partial<Record<Effect, string>> = {
  rewritten: 'rewrites',
  indexed: 'adds indexes to',
  written: 'writes rows of',
  read: 'reads',
}
const locks: Partial<Record<Effect, string>> = { locked: 'locks', 'write-locked': 'blocks changes of' }

/** Requests wait for locked tables until the migration ends, so it matters whether it works on large ones meanwhile. */
export function describeMigration({ name, tables }: PendingMigration): Finding {
  const having = (effect: string) => tables.filter(({ effects }) => effects.includes(effect as Effect))
  const done = Object.entries(work).flatMap(([effect, verb]) => listed(verb, having(effect).map(withSize)))
  const locked = Object.entries(locks).flatMap(([effect, verb]) =>
    listed(
      verb,
      having(effect).map(table => table.name),
    ),
  )
  if (done.length + locked.length === 0) return ok('migrations', `${name} touches no existing table.`)
  const isLarge = tables.some(
    ({ effects, bytes }) => bytes >= LARGE_BYTES && effects.some(each => work[each]),
  )
  if (!isLarge || locked.length === 0)
    return ok(
      'migrations',
      `${name} ${[...done, ...locked].join(', ')}${locked.length > 0 ? ' for a moment' : ''}.`,
    )
  return warning(
    'migrations',
    `${name} ${done.join(', ')}, and meanwhile ${locked.join(', ')}.`,
    'Run it when few people work: requests for these tables wait, and fail after 30 seconds.',
  )
}

function listed(verb: string, names: string[]) {
  return names.length > 0 ? [`${verb} ${names.join(', ')}`] : []
}

function withSize({ name, bytes }: PendingMigration['tables'][number]) {
  return `${name} (${Math.ceil(bytes / 2 ** 20)} MB)`
}
