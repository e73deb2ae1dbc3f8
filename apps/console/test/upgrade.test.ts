import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { readOldestRelease } from '../src/upgrade/running-processes.ts'
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
  assert.deepEqual([report.code, report.possible, report.running, report.unreported], [0, true, [], []])
  assert.match(messages(report).join('\n'), /^No service has reported in .*, and nothing else is connected/m)
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
  assert.match(stdout, /^warning instances {5}tasks runs version 0\.0\.9 in 1 process\.$/m)
  assert.match(stdout, /\n\nNothing was changed\. .* only those of 0\.2\.0 or newer keep running\.\n$/)
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

test('a service of the release before keeps running, and one that has not reported is noticed', async () => {
  await query(TASKS_DATABASE_URL, `update instances set version = '0.2.0' where host = 'here'`)
  const { stdout } = await run(installation, 'upgrade', '--check')
  assert.match(stdout, /^ok {6}instances {5}tasks runs version 0\.2\.0 in 1 process\.$/m)
  assert.match(stdout, /services of 0\.2\.0 or newer keep running meanwhile\.\n$/)

  const names = ['atrium_tasks listener', 'atrium_tasks listener', 'psql']
  const clients = names.map(
    application_name => new pg.Client({ connectionString: TASKS_DATABASE_URL, application_name }),
  )
  clients.push(new pg.Client({ connectionString: IDENTITY_DATABASE_URL }))
  for (const client of clients) await client.connect()
  try {
    const { unreported, findings } = await check()
    assert.deepEqual(unreported, [
      { service: 'identity', connections: 1 },
      { service: 'tasks', connections: 1 },
    ])
    const noticed = findings.filter(
      (each: { check: string; status: string }) => each.check === 'instances' && each.status === 'warning',
    )
    assert.match(noticed[0].message, /^A connection to the identity database may belong to a service that/)
    assert.match(noticed[0].advice, /^Stop that service .*: only 0\.2\.0 and newer keep running\.$/)
    const after = await run(installation, 'upgrade', '--check')
    assert.match(after.stdout, /stop the services named above first: only those of 0\.2\.0 or newer/)
  } finally {
    for (const client of clients) await client.end()
  }
  await query(TASKS_DATABASE_URL, `update instances set version = '0.0.9' where host = 'here'`)
})

test('a migration that removes something names the release that keeps running', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-migrations-'))
  after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, '1-add.sql'), '-- Adds something.\nselect 1')
  writeFileSync(join(folder, '2-remove.sql'), '-- Removes it.\n-- Contract: unused since 0.10.0\nselect 1')
  const migrations = pathToFileURL(`${folder}/`)
  assert.equal(await readOldestRelease(migrations, ['1-add']), '0.2.0')
  assert.equal(await readOldestRelease(migrations, ['1-add', '2-remove']), '0.10.0')
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
  const { code, stdout, stderr } = await run(installation, 'upgrade', '--json', '--no-backup')
  assert.equal(code, 0)
  const { tasks, backup: made } = JSON.parse(stdout)
  assert.deepEqual([tasks, made], [[last], null])
  assert.match(stderr, /^warning instances {5}tasks runs version 0\.0\.9/)
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
