import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { anInstallation, run, up } from './atrium.ts'
import { askForToken, signIn } from './identity.ts'

const owner = { ATRIUM_OWNER_EMAIL: 'owner@example.org', ATRIUM_OWNER_PASSWORD: 'a long enough passphrase' }

test('what was backed up while the system ran is there again after a restore elsewhere, keys and clients too', async () => {
  const first = await anInstallation(owner)
  const running = await up(first)
  const client = [
    'client:create',
    '--name',
    'Kept',
    '--grant-types',
    'client_credentials',
    '--scope',
    'user:read',
    '--json',
  ]
  const { client_id, client_secret } = JSON.parse((await run(first, ...client)).stdout)
  const file = join(first.home, 'backup.tgz')
  const backup = await run(first, 'backup', file, '--json')
  assert.equal(backup.code, 0, backup.stderr)
  assert.equal(JSON.parse(backup.stdout).bytes, statSync(file).size)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const refused = await run(first, 'restore', file)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /already running/)
  running.child.kill('SIGTERM')
  assert.equal((await running.ended).code, 0)

  const second = await anInstallation(owner)
  const restored = await run(second, 'restore', file)
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(restored.stdout, /^Everything is as it was at /)
  const key = 'keys/private.pem'
  assert.equal(
    readFileSync(join(second.dataFolder, key), 'utf8'),
    readFileSync(join(first.dataFolder, key), 'utf8'),
  )
  const again = await up(second)
  assert.doesNotMatch(again.output, /Sign in as/)
  assert.equal(await signIn(second, owner.ATRIUM_OWNER_EMAIL, owner.ATRIUM_OWNER_PASSWORD), 200)
  assert.equal(await askForToken(second, client_id, client_secret), 200)
  const made = await run(
    second,
    'user:create',
    '--email',
    'next@example.org',
    '--phone',
    '+12025550177',
    '--surname',
    'Next',
    '--name',
    'Sam',
  )
  assert.equal(made.code, 0, made.stderr)
  again.child.kill('SIGTERM')
  await again.ended

  const full = await run(second, 'restore', file)
  assert.equal(full.code, 1)
  assert.match(full.stderr, /holds data/)
})

test('a backup of nothing, or one that cannot be written, is refused with one sentence', async () => {
  const installation = await anInstallation()
  const early = await run(installation, 'backup', join(installation.home, 'early.backup'))
  assert.deepEqual(
    [early.code, early.stderr],
    [1, 'There is nothing to back up: this installation was never started.\n'],
  )
  await run(installation, 'migrate')
  for (const [file, reason] of [
    [join(installation.home, 'missing', 'file'), 'ENOENT'],
    [installation.dataFolder, 'EISDIR'],
  ] as const) {
    const { code, stderr } = await run(installation, 'backup', file)
    assert.deepEqual([code, stderr], [1, `${file} cannot be written: ${reason}\n`])
    assert.equal(existsSync(`${file}.new`), false)
  }
})

test('what the system refuses, as a temporary folder that is not there, is one sentence', async () => {
  const { home, environment } = await anInstallation()
  const elsewhere = { environment: { ...environment, TMPDIR: join(home, 'missing') } }
  const { code, stderr } = await run(elsewhere, 'restore', join(home, 'some.backup'))
  assert.equal(code, 1)
  assert.match(stderr, /^ENOENT: no such file or directory, .*missing.*\n$/)
})

test('what is no backup is refused with one sentence and changes nothing', async () => {
  const installation = await anInstallation()
  const file = join(installation.home, 'nonsense.tgz')
  writeFileSync(file, 'nonsense')
  for (const path of [file, join(installation.home, 'missing.tgz')]) {
    const { code, stderr } = await run(installation, 'restore', path)
    assert.equal(code, 1)
    assert.equal(stderr.trim().split('\n').length, 1)
    assert.match(stderr, /is not a whole backup/)
  }
  assert.ok(!existsSync(join(installation.dataFolder, 'postgres')))
})
