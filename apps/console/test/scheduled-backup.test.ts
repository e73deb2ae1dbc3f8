import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { backupCrontab } from '@atrium/identity/admin/health/backup-jobs'
import { loadIdentitySettings } from '@atrium/identity/settings'
import { startStore } from '@atrium/testing/s3-store'
import pg from 'pg'
import { bytesOf, readArchive, writeArchive } from '../src/backup/archive.ts'
import { tryRestore } from '../src/backup/try-restore.ts'
import { prepareInstallation } from '../src/installation.ts'
import { createMigratedInstallation, run } from './atrium.ts'

const installation = await createMigratedInstallation({ BACKUP_KEEP: '1' })
const folder = join(installation.dataFolder, 'backups')
const backups = () => readdirSync(folder).filter(name => name.endsWith('.backup'))

async function lastRecord() {
  const client = new pg.Client({ connectionString: installation.environment.IDENTITY_DATABASE_URL })
  await client.connect()
  const { rows } = await client.query('select * from backups order by id desc limit 1')
  await client.end()
  return rows[0]
}

test('a scheduled backup is restored on trial, recorded, and replaces older ones', async () => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'atrium-2020-01-31T030000Z.backup'), 'old')
  writeFileSync(join(folder, 'before-upgrade.backup'), 'made by hand')
  const { code, stdout, stderr } = await run(installation, 'backup:run', '--json')
  assert.equal(code, 0, stderr)
  const { file, bytes, restored_rows: rows, deleted } = JSON.parse(stdout)
  assert.deepEqual(deleted, [join(folder, 'atrium-2020-01-31T030000Z.backup')])
  assert.deepEqual(backups().sort(), [file.slice(folder.length + 1), 'before-upgrade.backup'].sort())
  assert.ok(rows > 20 && bytes > 1000, stdout) // migrations insert roles, permissions and more
  const record = await lastRecord()
  assert.deepEqual([record.file, Number(record.restored_rows), record.error], [file, rows, null])
  assert.deepEqual(
    readdirSync(folder).filter(name => name.startsWith('trial-')),
    [],
  )

  const lossy = join(folder, 'lossy.tgz')
  await copyWithOtherCounts(file, lossy)
  await assert.rejects(
    tryRestore(lossy, folder),
    /The restored table public\.roles has \d+ rows instead of 1000\./,
  )
})

test('scheduled backups in an S3 store replace older ones, and nothing else is deleted there', async () => {
  const store = await startStore()
  store.objects.set('nightly/atrium-2020-01-31T030000Z.backup', Buffer.from('old'))
  store.objects.set('nightly/by-hand.backup', Buffer.from('kept'))
  const address = new URL(store.url)
  address.pathname += '/nightly'
  const environment = { ...installation.environment, BACKUP_FOLDER: address.href }
  const { code, stdout, stderr } = await run({ environment }, 'backup:run', '--json')
  assert.equal(code, 0, stderr)
  const { file, deleted } = JSON.parse(stdout)
  const folder = `s3://${address.host}/atrium/nightly`
  assert.deepEqual(deleted, [`${folder}/atrium-2020-01-31T030000Z.backup`])
  assert.deepEqual([...store.objects.keys()].sort(), [
    `nightly/${file.slice(folder.length + 1)}`,
    'nightly/by-hand.backup',
  ])
  assert.equal((await lastRecord()).file, file)
  assert.doesNotMatch(stdout + stderr, /store-secret/)
})

test('a backup that fails is recorded, and no other is deleted for it', async () => {
  const before = backups()
  writeFileSync(join(installation.home, 'a-file'), '')
  const environment = { ...installation.environment, BACKUP_FOLDER: join(installation.home, 'a-file') }
  const { code, stderr } = await run({ environment }, 'backup:run')
  assert.equal(code, 1)
  assert.match(stderr, /EEXIST|ENOTDIR/)
  assert.match((await lastRecord()).error, /EEXIST|ENOTDIR/)
  assert.deepEqual(backups(), before)
})

test('BACKUP_KEEP must be a number', async () => {
  const environment = { ...installation.environment, BACKUP_KEEP: 'all' }
  const { code, stderr } = await run({ environment }, 'backup:run')
  assert.deepEqual([code, stderr], [1, 'BACKUP_KEEP must be a number of backups, at least 1.\n'])
  assert.ok(existsSync(folder))
})

/** As if the archive had lost rows of a table. */
async function copyWithOtherCounts(file: string, copy: string) {
  const entries: [string, Buffer][] = []
  await readArchive(file, async (name, content) => void entries.push([name, await bytesOf(content)]))
  const fill: Parameters<typeof writeArchive>[1] = async archive => {
    for (const [name, content] of entries) {
      const counts = name === 'counts.json' && JSON.parse(content.toString())
      if (counts) counts.identity['public.roles'] = 1000
      await archive.add(name, counts ? JSON.stringify(counts) : content)
    }
  }
  await writeArchive(copy, fill, async () => {})
}

test('nothing is scheduled here if something else makes the backups', async () => {
  const { environment } = await prepareInstallation({
    ...installation.environment,
    BACKUP_SCHEDULE: 'external',
  })
  assert.deepEqual(backupCrontab(loadIdentitySettings(environment)), [])
})
