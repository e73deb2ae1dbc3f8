import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { migrationsOf, services } from '@atrium/testing/test-database'

/** Migrations up to these were released before upgrades had to work without an interruption. */
const exempt = { identity: '020-operations', tasks: '035-recent-notifications' }

/** What breaks the previous release, which runs on the migrated database during an upgrade. */
const breaking: [RegExp, string][] = [
  [/\bdrop column\b/, 'drops a column'],
  [/\bdrop (table|view|materialized view|type|sequence|function)\b/, 'drops what statements may use'],
  [/\brename\b/, 'renames something'],
  [/\balter (column )?\w+ (set data )?type\b/, 'changes the type of a column'],
  [/\bset not null\b/, 'requires a value that the previous release may not write'],
  [
    /\badd column (if not exists )?\w+ (?!.*\b(default|generated)\b).*\bnot null\b/,
    'adds a required column without a default',
  ],
  [/\bdrop default\b/, 'drops a default that the previous release may need'],
]

/** What leaves the transaction that a failing migration is rolled back with. */
const unsafe: [RegExp, string][] = [
  [/\bconcurrently\b|^\s*(vacuum|commit|rollback|begin|start transaction)\b/, 'cannot run in a transaction'],
]

/** `-- Contract: unused since 0.3.0` says that a release before the current one has stopped using it. */
const CONTRACT = /^-- Contract: unused since \d+\.\d+\.\d+/m

/**
 * `-- Filled by triggers: project_id` names columns that may become required, because triggers of an earlier migration fill them
 * for the previous release.
 */
const FILLED = /^-- Filled by triggers: ([\w, ]+)/m

/** `-- Widened: client_id` names columns whose new type holds every value of the old one, in the same form. */
const WIDENED = /^-- Widened: ([\w, ]+)/m

/** Each statement on one line, without comments and bodies of functions. */
function statementsOf(sql: string) {
  const bare = sql.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''").replaceAll(/--.*$/gm, '')
  return bare.split(';').flatMap(statement =>
    statement
      .toLowerCase()
      .split(/,(?![^(]*\))/)
      .map(part => part.replaceAll(/\s+/g, ' ').trim()),
  )
}

function problemsOf(sql: string) {
  const rules = CONTRACT.test(sql) ? unsafe : [...breaking, ...unsafe]
  const filled = FILLED.exec(sql)?.[1]?.split(', ') ?? []
  const widened = WIDENED.exec(sql)?.[1]?.split(', ') ?? []
  const isAllowed = (statement: string) =>
    filled.some(column => statement.endsWith(`alter column ${column} set not null`)) ||
    widened.some(
      column =>
        /^alter (table \w+ alter )?column /.test(statement) && statement.includes(` ${column} type varchar(`),
    )
  return statementsOf(sql).flatMap(statement =>
    isAllowed(statement)
      ? []
      : rules.flatMap(([pattern, problem]) => (pattern.test(statement) ? [`${problem}: ${statement}`] : [])),
  )
}

for (const service of services) {
  test(`the previous release can run on the migrated database of ${service}`, () => {
    const folder = migrationsOf(service)
    const newer = readdirSync(folder).filter(file => file.endsWith('.sql') && file > `${exempt[service]}.sql`)
    const problems = newer.flatMap(file =>
      problemsOf(readFileSync(new URL(file, folder), 'utf8')).map(problem => `${file} ${problem}`),
    )
    assert.deepEqual(problems, [], 'see "Migrations" in docs/releasing.md')
  })
}

test('statements that break the previous release are recognized', () => {
  for (const statement of [
    'alter table tasks drop column title',
    'drop table tasks',
    'alter table tasks rename column title to name',
    'alter table tasks rename to jobs',
    'alter table tasks alter column title type varchar(10)',
    'alter table tasks alter title set data type text',
    'alter table tasks alter column title set not null',
    'alter table tasks add column size int, add column weight int not null',
    'ALTER TABLE tasks\n  ADD COLUMN weight int NOT NULL',
    'create index concurrently tasks_title_idx on tasks (title)',
    'insert into things values (1); commit',
    '-- Filled by triggers: project_id\nalter table tasks alter column title set not null',
  ])
    assert.equal(problemsOf(statement).length, 1, statement)
})

test('additions and marked contractions are fine', () => {
  for (const statement of [
    'alter table tasks add column weight numeric(10, 2) not null default 0, add column size int',
    'alter table users add column email_text text not null generated always as (lower(email)) stored',
    'create table parts (id bigint not null, name text not null)',
    'drop index tasks_title_idx; drop trigger keep_text on tasks',
    'create function f() returns trigger language plpgsql as $$ begin drop table x; commit; end $$',
    '-- drop table tasks, some day',
    '-- Filled by triggers: project_id, board_id\nalter table tasks alter column board_id set not null',
    '-- Contract: unused since 0.3.0\nalter table tasks drop column title',
  ])
    assert.deepEqual(problemsOf(statement), [], statement)
})
