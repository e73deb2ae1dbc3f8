import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { createMigratedInstallation, run } from './atrium.ts'

const installation = await createMigratedInstallation()
const { IDENTITY_DATABASE_URL, TASKS_DATABASE_URL } = installation.environment

const last = '035-recent-notifications'

async function query(url: string | undefined, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function check() {
  const { code, stdout, stderr } = await run(installation, 'upgrade', '--check', '--json')
  assert.equal(stderr, '')
  return { code, ...JSON.parse(stdout) }
}

const messages = ({ findings }: { findings: { message: string }[] }) => findings.map(({ message }) => message)

/** As if the last migration of the task service were new. */
async function forgetMigration() {
  await query(
    TASKS_DATABASE_URL,
    `drop index notifications_recent_idx; delete from schema_migrations where name = '${last}';
     create index notifications_task_id_idx on notifications (task_id);
     create index notifications_unread_idx on notifications (task_id)`,
  )
}

test('without a newer version there is nothing to upgrade', async () => {
  const report = await check()
  assert.deepEqual([report.code, report.possible, report.running], [0, true, []])
  assert.deepEqual(report.pending, { identity: [], tasks: [] })
  assert.ok(messages(report).includes('The tasks database is up to date.'))
  const { code, stdout } = await run(installation, 'upgrade')
  assert.deepEqual([code, stdout], [0, 'Both databases are up to date.\n'])
  assert.equal(existsSync(join(installation.dataFolder, 'backups')), false)
})

test('a check names pending migrations, locked tables, running services and the last backup, and changes nothing', async () => {
  await forgetMigration()
  await query(
    TASKS_DATABASE_URL,
    `insert into instances values (gen_random_uuid(), '0.0.9', 'here', null, now(), now(), '{}'),
       (gen_random_uuid(), '0.0.8', 'gone', null, now(), now() - interval '1 hour', '{}')`,
  )
  const report = await check()
  assert.deepEqual([report.code, report.possible], [0, true])
  assert.deepEqual(report.running, [{ service: 'tasks', version: '0.0.9', count: 1 }])
  const [{ name, tables }] = report.pending.tasks
  assert.deepEqual([name, tables[0].name, tables[0].effects], [last, 'notifications', ['locked', 'indexed']])
  assert.equal(report.backup_at, null)

  const { stdout } = await run(installation, 'upgrade', '--check')
  assert.match(stdout, /^ok {6}migrations {4}1 migration of the tasks database will run:$/m)
  assert.match(
    stdout,
    /035-recent-notifications adds indexes to notifications \(1 MB\), locks notifications for a moment\./,
  )
  assert.match(stdout, /^ok {6}instances {5}tasks runs version 0\.0\.9 in 1 process\.$/m)
  assert.match(stdout, /^warning backup {8}No scheduled backup has succeeded\.$/m)
  assert.match(stdout, /^ok {6}disk {10}\d+ MB are free/m)
  const applied = await query(TASKS_DATABASE_URL, `select from schema_migrations where name = '${last}'`)
  assert.equal(applied.length, 0)

  await query(
    IDENTITY_DATABASE_URL,
    `insert into backups (started_at, finished_at, file) values (now(), now(), 'a.backup')`,
  )
  assert.match(messages(await check()).join('\n'), /^The last scheduled backup is from \d{4}-/m)
})

test('an upgrade backs up and migrates; a failing migration leaves everything as it was', async () => {
  await query(TASKS_DATABASE_URL, 'create table notifications_recent_idx (id int)')
  const backup = join(installation.dataFolder, 'before.backup')
  const failed = await run(installation, 'upgrade', '--backup', backup)
  assert.equal(failed.code, 1)
  assert.match(
    failed.stderr,
    /Migration 035-recent-notifications failed: .* The migration was rolled back, and what runs keeps running.* The backup is .*before\.backup\.$/m,
  )
  assert.ok(existsSync(backup))
  const [{ exists }] = await query(
    TASKS_DATABASE_URL,
    "select to_regclass('notifications_unread_idx') is not null as exists",
  )
  assert.equal(exists, true)

  await query(TASKS_DATABASE_URL, 'drop table notifications_recent_idx')
  const { code, stdout } = await run(installation, 'upgrade', '--json', '--no-backup')
  assert.equal(code, 0)
  const { tasks, backup: made } = JSON.parse(stdout)
  assert.deepEqual([tasks, made], [[last], null])
  assert.deepEqual((await check()).pending.tasks, [])
})

test('what speaks against an upgrade is a failure, and nothing runs', async () => {
  await query(
    TASKS_DATABASE_URL,
    `insert into schema_migrations values ('999-future', 'x');
     update instances set version = '99.0.0' where host = 'here'`,
  )
  const report = await check()
  assert.deepEqual([report.code, report.possible], [1, false])
  assert.match(messages(report).join('\n'), /migrated by a newer version of Atrium \(999-future\)/)
  assert.match(messages(report).join('\n'), /tasks runs version 99\.0\.0/)
  const { code, stderr } = await run(installation, 'upgrade')
  assert.equal(code, 1)
  assert.match(stderr, /Nothing was changed\.$/m)
  const environment = {
    ...installation.environment,
    TASKS_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  }
  const unreachable = await run({ environment }, 'upgrade', '--check')
  assert.equal(unreachable.code, 1)
  assert.match(unreachable.stdout, /FAILURE database {6}The tasks database cannot be read: .*ECONNREFUSED/)
})

test('--backup and --no-backup contradict each other', async () => {
  const { code, stderr } = await run(installation, 'upgrade', '--backup', 'x', '--no-backup')
  assert.deepEqual([code, stderr], [1, '--backup and --no-backup contradict each other\n'])
})
