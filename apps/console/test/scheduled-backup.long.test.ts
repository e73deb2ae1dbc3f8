import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { embeddedDatabaseUrl } from '@atrium/database/embedded-postgres'
import { waitUntil } from '@atrium/testing/wait-until'
import pg from 'pg'
import { createInstallation, up } from './atrium.ts'

test('with two workers, exactly one backup is made for each minute of the schedule', async () => {
  const installation = await createInstallation({ WORKERS: '2', BACKUP_SCHEDULE: '* * * * *' })
  const { child, ended } = await up(installation)
  const url = embeddedDatabaseUrl(join(installation.dataFolder, 'postgres'), 'identity')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const list = async () => (await client.query('select * from backups order by id')).rows
  await waitUntil(async () => (await list()).some(({ finished_at }) => finished_at !== null))
  const backups = await list()
  assert.equal(backups[0].error, null)
  assert.ok(Number(backups[0].restored_rows) > 20)
  const minutes = backups.map(({ started_at }) => started_at.toISOString().slice(0, 16))
  assert.equal(new Set(minutes).size, minutes.length, minutes.join())
  await client.end()
  child.kill('SIGTERM')
  assert.equal((await ended).code, 0)
})
