import assert from 'node:assert/strict'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createInstallation, runProcess } from './atrium.ts'

/** `daemon` exists on every Linux; PostgreSQL needs a named user. */
const SERVICE_USER = 1

const isRoot = process.getuid?.() === 0
if (!isRoot) console.log('SKIPPED: the tests of commands that root runs need root.')

const installation = await createInstallationAs(SERVICE_USER)
const { dataFolder } = installation

test('files written by a command run as root belong to the owner of the data folder', {
  skip: !isRoot,
}, async () => {
  for (const command of ['init', 'migrate', 'client:list']) {
    const { code, stderr } = await runProcess(installation, command)
    assert.deepEqual([code, stderr], [0, ''], command)
  }
  const key = readFileSync(join(dataFolder, 'keys', 'private.pem'), 'utf8')
  assert.equal((await runProcess(installation, 'keys:rotate')).code, 0)
  assert.notEqual(readFileSync(join(dataFolder, 'keys', 'private.pem'), 'utf8'), key)

  const entries = readdirSync(dataFolder, { recursive: true, withFileTypes: true })
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name))
  assert.ok(paths.length > 100)
  assert.deepEqual(
    paths.filter(path => statSync(path).uid !== SERVICE_USER),
    [],
  )
})

test('keys that are not writable by the owner of the data folder are not rotated', {
  skip: !isRoot,
}, async () => {
  const keys = join(installation.home, 'keys-of-root')
  mkdirSync(keys)
  for (const name of ['OAUTH2_PRIVATE_KEY_PATH', 'OAUTH2_PUBLIC_KEY_PATH'])
    installation.environment[name] = join(keys, `${name}.pem`)
  const { code, stderr } = await runProcess(installation, 'keys:rotate')
  assert.equal(code, 1)
  assert.match(
    stderr,
    /user with ID 1 cannot write to .*keys-of-root, the folder of OAUTH2_PRIVATE_KEY_PATH\. Change its owner/,
  )
})

/** As after `useradd --system` and `chown`, before the first start. */
async function createInstallationAs(user: number) {
  const installation = await createInstallation()
  if (!isRoot) return installation
  chmodSync(installation.home, 0o755)
  mkdirSync(installation.dataFolder, { mode: 0o700 })
  chownSync(installation.dataFolder, user, user)
  return installation
}
