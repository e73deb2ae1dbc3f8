import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { pathOf } from '@atrium/storage/storage'
import { longTest } from '@atrium/testing/long-test'
import { startStore } from '@atrium/testing/s3-store'
import { sharedSigningKeys } from '@atrium/testing/signing-keys'
import pg from 'pg'
import { extract, pack } from 'tar-stream'
import {
  createInstallation,
  createMigratedInstallation,
  createPreparedInstallation,
  migratedDatabases,
  run,
  runProcess,
  type TestInstallation,
  up,
} from './atrium.ts'
import { requestToken, signIn } from './identity.ts'

const owner = { ATRIUM_OWNER_EMAIL: 'owner@example.org', ATRIUM_OWNER_PASSWORD: 'a long enough passphrase' }

const migrated = await createMigratedInstallation()

longTest(
  'a backup of a running system, with files, keys and secrets in other places, can be restored elsewhere',
  async () => {
    const first = await createInstallation({ ...owner, ...(await migratedDatabases()) })
    const secrets = {
      OAUTH2_ENCRYPTION_KEY: 'e'.repeat(64),
      OAUTH2_TOKEN_HASH_SECRET: 'h'.repeat(64),
      TASKS_CLIENT_SECRET: 't'.repeat(43),
    }
    const keys = sharedSigningKeys()
    Object.assign(first.environment, secrets, keys, { STORAGE_URL: `file:${join(first.home, 'uploads')}` })
    const running = await up(first)
    const { client_id, client_secret } = JSON.parse((await run(first, ...newClient, '--json')).stdout)
    const fileId = await uploadFile(first)
    const file = join(first.home, 'backup.tgz')
    const backup = await run(first, 'backup', file, '--verify', '--json')
    assert.equal(backup.code, 0, backup.stderr)
    assert.equal(JSON.parse(backup.stdout).bytes, statSync(file).size)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    running.child.kill('SIGTERM')
    assert.equal((await running.ended).code, 0)

    const second = await createInstallation(owner)
    second.environment.STORAGE_URL = `file:${join(second.home, 'uploads')}`
    const restored = await run(second, 'restore', file)
    assert.equal(restored.code, 0, restored.stderr)
    assert.match(restored.stdout, /^Restored the backup from /)
    const text = (path: string) => readFileSync(path, 'utf8')
    assert.equal(text(join(second.dataFolder, 'keys', 'private.pem')), text(keys.OAUTH2_PRIVATE_KEY_PATH))
    const kept = parseEnv(text(join(second.dataFolder, 'secrets.env')))
    for (const [name, value] of Object.entries(secrets)) assert.equal(kept[name], value)
    const again = await up(second)
    assert.doesNotMatch(again.output, /Sign in as/)
    assert.equal(await signIn(second, owner.ATRIUM_OWNER_EMAIL, owner.ATRIUM_OWNER_PASSWORD), 200)
    assert.equal(await requestToken(second, client_id, client_secret), 200)
    assert.equal(await downloadFile(second, fileId), 'some content')
    assert.deepEqual(
      readdirSync(second.dataFolder).filter(name => /^(restoring|files)/.test(name)),
      [],
    )
    const user = [
      '--email',
      'next@example.org',
      '--phone',
      '+12025550177',
      '--surname',
      'Next',
      '--name',
      'Sam',
    ]
    const created = await run(second, 'user:create', ...user)
    assert.equal(created.code, 0, created.stderr)
    const refused = await run(second, 'restore', file)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /already running/)
    again.child.kill('SIGTERM')
    await again.ended

    const full = await run(second, 'restore', file)
    assert.equal(full.code, 1)
    assert.match(full.stderr, /already contains data/)

    const third = await createInstallation({ OAUTH2_ENCRYPTION_KEY: 'o'.repeat(64) })
    const otherKey = await run(third, 'restore', file)
    assert.equal(otherKey.code, 1)
    assert.match(
      otherKey.stderr,
      /^The backup was created with a different OAUTH2_ENCRYPTION_KEY\. Remove the setting/,
    )
  },
)

test('a backup without data is refused with a clear message', async () => {
  const installation = await createPreparedInstallation()
  const { code, stderr } = await run(installation, 'backup', join(installation.home, 'early.backup'))
  assert.deepEqual(
    [code, stderr],
    [1, 'There is nothing to back up: this installation has never been started.\n'],
  )
})

test('an unwritable backup is refused with a clear message', async () => {
  for (const [file, reason] of [
    [join(migrated.home, 'missing', 'file'), 'ENOENT'],
    [migrated.dataFolder, 'EISDIR'],
  ] as const) {
    const { code, stderr } = await run(migrated, 'backup', file)
    assert.deepEqual([code, stderr], [1, `Cannot write ${file}: ${reason}\n`])
    assert.equal(existsSync(`${file}.new`), false)
  }
})

test('a backup can be verified, and a damaged or truncated one is refused', async () => {
  const file = join(migrated.home, 'verified.backup')
  const written = await run(migrated, 'backup', file)
  assert.equal(written.code, 0, written.stderr)
  assert.match(
    written.stdout,
    /^Backup written to .* \(\d+ KiB, verified\)\.\nNot included: settings of \.env/,
  )
  for (const words of [
    ['backup', '--verify', file],
    ['backup:verify', file],
  ]) {
    const whole = await run(migrated, ...words)
    assert.deepEqual([whole.code, whole.stderr], [0, ''])
    assert.match(whole.stdout, /is a complete backup from \d{4}-/)
  }
  const bytes = gunzipSync(readFileSync(file))
  const damaged = Buffer.from(bytes)
  const place = damaged.indexOf('OAUTH2_ENCRYPTION_KEY=') + 'OAUTH2_ENCRYPTION_KEY='.length
  damaged[place] = damaged[place] === 0x30 ? 0x31 : 0x30
  for (const [name, content, reason] of [
    ['damaged', gzipSync(damaged), 'data/secrets.env is damaged'],
    ['truncated', readFileSync(file).subarray(0, -1000), 'unexpected end of file'],
  ] as const) {
    const path = join(migrated.home, name)
    writeFileSync(path, content)
    for (const command of ['backup:verify', 'restore']) {
      const { code, stderr } = await run(migrated, command, path)
      assert.deepEqual([code, stderr], [1, `${path} is not a complete backup: ${reason}\n`])
    }
  }
  const missing = await run(migrated, 'backup', '--verify', join(migrated.home, 'missing'))
  assert.equal(missing.code, 1)
  assert.equal(existsSync(join(migrated.home, 'missing')), false)
})

longTest('a backup in the first format, without chunks and checksums, can be restored', async () => {
  const first = await createMigratedInstallation()
  const created = await run(first, ...newClient)
  assert.equal(created.code, 0, created.stderr)
  writeFileSync(storedFile(first), 'some content')
  const file = join(first.home, 'second-format.backup')
  assert.equal((await run(first, 'backup', file)).code, 0)
  const old = join(first.home, 'first-format.backup')
  writeFileSync(old, await convertToFirstFormat(file))
  assert.equal((await run(first, 'backup', '--verify', old)).code, 0)

  const second = await createInstallation(await migratedDatabases())
  const restored = await run(second, 'restore', old)
  assert.equal(restored.code, 0, restored.stderr)
  assert.equal((await run(second, 'client:list')).stdout, (await run(first, 'client:list')).stdout)
  const key = join('keys', 'private.pem')
  assert.deepEqual(readFileSync(join(second.dataFolder, key)), readFileSync(join(first.dataFolder, key)))
  assert.equal(readFileSync(storedFile(second), 'utf8'), 'some content')
})

test('a backup writes only its file', async () => {
  const elsewhere = { environment: { ...migrated.environment, TMPDIR: join(migrated.home, 'none') } }
  const { code, stderr } = await runProcess(elsewhere, 'backup', join(migrated.home, 'only.backup'))
  assert.deepEqual([code, stderr], [0, ''])
})

longTest('files in an S3 store are part of a backup in an S3 store, and restored from there', async () => {
  const store = await startStore()
  const withStore = await createMigratedInstallation({ STORAGE_URL: store.url })
  const key = '0123456789abcdef0123456789abcdef'
  store.objects.set(`01/23/${key}`, Buffer.from('a stored file'))
  const client = new pg.Client({ connectionString: withStore.environment.IDENTITY_DATABASE_URL })
  await client.connect()
  await client.query(`insert into users (email, password_hash, surname, name, consent_at)
    values ('ann@example.org', '-', 'Sample', 'Ann', now())`)
  await client.query(`insert into files (user_id, key, name, purpose, sha256, size, type)
    select id, '${key}', 'a.txt', 'document', '-', 13, 'text/plain' from users`)
  await client.end()
  const target = new URL(store.url)
  target.pathname += '/backups/today.backup'
  const written = await run(withStore, 'backup', target.href, '--json')
  assert.equal(written.code, 0, written.stderr)
  assert.equal(JSON.parse(written.stdout).file, `s3://${target.host}/atrium/backups/today.backup`)
  assert.equal((await run(withStore, 'backup', '--verify', target.href)).code, 0)

  const other = await startStore()
  const restored = await createInstallation({ ...(await migratedDatabases()), STORAGE_URL: other.url })
  const { code, stderr } = await run(restored, 'restore', target.href)
  assert.equal(code, 0, stderr)
  assert.equal(other.objects.get(`01/23/${key}`)?.toString(), 'a stored file')
  target.pathname = '/atrium/backups/missing.backup'
  const missing = await run(await createInstallation(), 'restore', target.href)
  assert.equal(missing.code, 1)
  assert.match(missing.stderr, /^Cannot read s3:\/\/127\.0\.0\.1:\d+\/atrium\/backups\/missing\.backup: /)
  for (const { stdout, stderr } of [written, missing]) assert.doesNotMatch(stdout + stderr, /store-secret/)
})

test('files in an S3 store can be left out, which is reported', async () => {
  const STORAGE_URL = 's3://key:a-secret-key@store.example.org/bucket'
  const withStore = { environment: { ...migrated.environment, STORAGE_URL, BACKUP_FILES: 'skip' } }
  const { stdout } = await run(withStore, 'backup', join(migrated.home, 'without-files.backup'))
  assert.match(stdout, /^Not included: files in the S3 store store\.example\.org\/bucket, which has to be/m)
  assert.doesNotMatch(stdout, /a-secret-key/)
})

test('a file that is not a backup is refused with a clear message and changes nothing', async () => {
  const installation = await createInstallation()
  const file = join(installation.home, 'nonsense.tgz')
  writeFileSync(file, 'nonsense')
  for (const path of [file, join(installation.home, 'missing.tgz')]) {
    const { code, stderr } = await run(installation, 'restore', path)
    assert.equal(code, 1)
    assert.equal(stderr.trim().split('\n').length, 1)
    assert.match(stderr, /is not a complete backup/)
  }
  assert.ok(!existsSync(join(installation.dataFolder, 'postgres')))
})

const newClient = [
  'client:create',
  ...['--name', 'Kept', '--grant-types', 'client_credentials', '--scope', 'user:read'],
]

/** Where the default storage keeps a file with this key. */
function storedFile({ dataFolder }: TestInstallation) {
  const key = '0123456789abcdef0123456789abcdef'
  const path = join(dataFolder, 'files', ...pathOf(key))
  mkdirSync(dirname(path), { recursive: true })
  return path
}

async function convertToFirstFormat(file: string) {
  const entries: Record<string, Buffer> = {}
  const source = extract()
  source.end(gunzipSync(readFileSync(file)))
  for await (const entry of source) {
    const name = entry.header.name.replace(/\.copy\.\d+$/, '.copy')
    entries[name] = Buffer.concat([entries[name] ?? Buffer.alloc(0), await buffer(entry)])
  }
  const { 'checksums.json': checksums, 'manifest.json': manifest, ...others } = entries
  assert.ok(checksums && manifest)
  const target = pack()
  target.entry({ name: 'manifest.json' }, JSON.stringify({ ...JSON.parse(String(manifest)), format: 1 }))
  for (const [name, content] of Object.entries(others)) target.entry({ name }, content)
  target.finalize()
  return gzipSync(await buffer(target))
}

async function uploadFile(installation: TestInstallation) {
  const body = new FormData()
  body.append('file', new File(['some content'], 'notes.txt'))
  const headers = { authorization: `Bearer ${await ownerToken(installation)}` }
  const response = await fetch(`${installation.identityUrl}/storage/files`, { method: 'POST', headers, body })
  const { item } = (await response.json()) as { item: { id: number } }
  return item.id
}

async function downloadFile(installation: TestInstallation, id: number) {
  const headers = { authorization: `Bearer ${await ownerToken(installation)}` }
  const response = await fetch(`${installation.identityUrl}/storage/files/${id}/content`, { headers })
  return response.text()
}

async function ownerToken({ identityUrl, dataFolder }: TestInstallation) {
  const secrets = parseEnv(readFileSync(join(dataFolder, 'secrets.env'), 'utf8'))
  const response = await fetch(`${identityUrl}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      username: owner.ATRIUM_OWNER_EMAIL,
      password: owner.ATRIUM_OWNER_PASSWORD,
      client_id: String(secrets.OAUTH2_CLIENT_ID),
      client_secret: String(secrets.OAUTH2_CLIENT_SECRET),
      scope: 'user:read user:write',
    }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}
