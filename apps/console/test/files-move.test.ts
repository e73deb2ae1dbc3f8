import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { openStorage } from '@atrium/storage/open-storage'
import { newKey } from '@atrium/storage/storage'
import { startStore } from '@atrium/testing/s3-store'
import pg from 'pg'
import { readArchive } from '../src/backup/archive.ts'
import { moveFile } from '../src/files/move-file.ts'
import { createMigratedInstallation, run } from './atrium.ts'

const store = await startStore()
const installation = await createMigratedInstallation()
const { dataFolder, environment } = installation
const oldUrl = `file:${join(dataFolder, 'files')}`
const [folder, bucket] = [await openStorage(oldUrl), await openStorage(store.url)]
/** The new store is set and the old one still known, as the documentation says. */
const moving = { environment: { ...environment, STORAGE_URL: store.url, STORAGE_PREVIOUS_URL: oldUrl } }
const files = ['an avatar', 'a plan', 'a drawing'].map(content => ({ key: newKey(), content }))
const [avatar, plan, drawing] = files as [StoredFile, StoredFile, StoredFile]

interface StoredFile {
  key: string
  content: string
}

before(async () => {
  const values = ({ key, content }: StoredFile) =>
    `'${key}', 'file.txt', 'text/plain', ${content.length}, '${digest(content)}'`
  await insertAlone(
    environment.IDENTITY_DATABASE_URL,
    `insert into files (user_id, purpose, key, name, type, size, sha256) values (1, 'document', ${values(avatar)})`,
  )
  for (const file of [plan, drawing])
    await insertAlone(
      environment.TASKS_DATABASE_URL,
      `insert into attachments (task_id, project_id, uploader_id, key, name, type, size, sha256) values (1, 1, 1, ${values(file)})`,
    )
  for (const file of files) await put(folder, file)
})

test('a changed STORAGE_URL is noticed, with the command that moves the files', async () => {
  const changed = { environment: { ...environment, STORAGE_URL: store.url } }
  const [, finding] = await examineFiles(changed)
  assert.equal(finding?.status, 'failure')
  assert.match(
    finding?.message ?? '',
    /^3 of 3 files that were looked for are not in the bucket 127\.0\.0\.1/,
  )
  assert.match(finding?.advice ?? '', /atrium files:move --from OLD_STORAGE_URL/)
  assert.doesNotMatch(JSON.stringify(finding), /store-secret/)
  const [, waiting] = await examineFiles(moving)
  assert.deepEqual(
    [waiting?.status, waiting?.advice],
    ['warning', 'Run `atrium files:move` to move them there.'],
  )
})

test('a backup during a move has the files of both stores, or of the folder if the bucket is left out', async () => {
  await put(bucket, plan)
  await folder.delete(plan.key)
  for (const [setting, expected] of [
    ['include', files],
    ['skip', [avatar, drawing]],
  ] as const) {
    const backup = join(dataFolder, `${setting}.backup`)
    const meanwhile = { environment: { ...moving.environment, BACKUP_FILES: setting } }
    assert.equal((await run(meanwhile, 'backup', backup)).code, 0)
    const names = await readArchive(backup, async (_name, content) => {
      for await (const _chunk of content);
    })
    const keys = names.filter(name => name.startsWith('data/files/')).map(name => name.slice(-32))
    assert.deepEqual(keys.sort(), expected.map(({ key }) => key).sort())
  }
  await put(folder, plan)
  await bucket.delete(plan.key)
})

test('the same store twice is refused, however it is written, and nothing is lost', async () => {
  const other = `file:${dataFolder}/keys/../files`
  for (const words of [['--from', other, '--delete'], []]) {
    const { code, stderr } = await run(installation, 'files:move', ...words)
    assert.equal(code, 1)
    assert.match(stderr, /^Both addresses are .*files\. Name the store that files are moved from with --from/)
  }
  for (const { key, content } of files) assert.equal(await text(await folder.get(key)), content)
})

test('originals are not deleted while the services still use them', async () => {
  const { code, stderr } = await run(installation, 'files:move', '--to', store.url, '--delete')
  assert.equal(code, 1)
  assert.match(stderr, /^--delete needs STORAGE_URL to be the new store already/)
})

test('a store that does not exist or cannot be reached is named, without its secret', async () => {
  const missing = await run(moving, 'files:move', '--from', 'file:/nowhere/files')
  assert.deepEqual([missing.code, missing.stderr], [1, '--from: there is no folder /nowhere/files.\n'])
  const wrong = await run(moving, 'files:move', '--to', 's3://key:hidden@127.0.0.1:9/atrium?tls=false')
  assert.equal(wrong.code, 1)
  assert.match(
    wrong.stderr,
    /^The stores cannot be used: the file store cannot be reached: ECONNREFUSED\.\n$/,
  )
})

test('files of both services are copied, verified, and copied again where a copy is damaged', async () => {
  await bucket.put(plan.key, Readable.from([Buffer.from('a plot')]), 6) // of the same size
  const { code, stdout, stderr } = await run(moving, 'files:move', '--json')
  assert.equal(code, 0, stderr)
  assert.deepEqual(JSON.parse(stdout), {
    from: join(dataFolder, 'files'),
    to: `the bucket ${new URL(store.url).host}/atrium`,
    copied: 3,
    present: 0,
    deleted: 0,
    missing: [],
    damaged: [],
  })
  assert.match(stderr, /^Moving 3 files, 1 MB…\n1 file, 1 MB of 3 files/)
  for (const { key, content } of files) assert.equal(await text(await bucket.get(key)), content)
  assert.equal(store.objects.size, 3)
  const [, finding] = await examineFiles(moving)
  assert.match(finding?.message ?? '', /^Files are still looked for in /)
})

test('a second run continues, deletes the originals and says what to do next', async () => {
  await bucket.delete(drawing.key)
  const { code, stdout } = await run(moving, 'files:move', '--delete')
  assert.equal(code, 0)
  assert.match(stdout, /^Copied 1 file from .*; 2 files already there\./)
  assert.match(stdout, /^Deleted 3 files from .*$/m)
  assert.match(stdout, /^Now remove STORAGE_PREVIOUS_URL from the settings and restart the services\.$/m)
  for (const { key } of files) assert.equal(await folder.sizeOf(key), undefined)
  const changed = { environment: { ...environment, STORAGE_URL: store.url } }
  assert.equal((await examineFiles(changed)).length, 1)
})

test('missing and damaged content is listed, is not copied, and its original stays', async () => {
  await bucket.delete(plan.key)
  await bucket.delete(drawing.key)
  await put(folder, { key: drawing.key, content: 'a_drawing' })
  const { code, stdout } = await run(moving, 'files:move', '--json', '--delete')
  assert.equal(code, 1)
  const { missing, damaged } = JSON.parse(stdout)
  assert.deepEqual(
    [missing, damaged].map(records => records.map((each: StoredFile) => each.key)),
    [[plan.key], [drawing.key]],
  )
  assert.equal(await bucket.sizeOf(drawing.key), undefined)
  assert.equal(await text(await folder.get(drawing.key)), 'a_drawing')
})

test('a file that is deleted during its move leaves no copy', async () => {
  const record = { service: 'tasks', id: 1, key: newKey(), size: 4, sha256: digest('gone') } as const
  await put(folder, { key: record.key, content: 'gone' })
  const move = { from: folder, to: bucket, deletesSource: true, isRecorded: async () => false }
  assert.equal(await moveFile(move, record), 'unrecorded')
  assert.equal(await bucket.sizeOf(record.key), undefined)
})

function digest(content: string) {
  return createHash('sha256').update(content).digest('hex')
}

function put(storage: typeof folder, { key, content }: StoredFile) {
  return storage.put(key, Readable.from([Buffer.from(content)]), content.length)
}

async function examineFiles(examined: { environment: Record<string, string> }) {
  const { stdout } = await run(examined, 'doctor', '--json')
  const findings: { check: string; status: string; message: string; advice?: string }[] =
    JSON.parse(stdout).findings
  return findings.filter(({ check }) => check === 'files')
}

/** Inserts a record without the users and tasks that it refers to. */
async function insertAlone(url: string | undefined, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; ${statement}`)
  } finally {
    await client.end()
  }
}
