import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { version } from '@atrium/core/version'
import { describeInstallation, requireInstallation } from '../src/installation.ts'
import { createInstallation, createPreparedInstallation, run, runProcess } from './atrium.ts'

const installation = await createPreparedInstallation()

test('help lists every command', async () => {
  const commands = ['up', 'migrate', 'client:create', 'client:list', 'client:disable', 'client:enable']
  for (const words of [[], ['--help'], ['up', '--help'], ['build', '--help']]) {
    const { code, stdout } = await run(installation, ...words)
    assert.equal(code, 0)
    for (const command of [
      ...commands,
      'client:rotate-secret',
      'user:create',
      'user:grant',
      'user:revoke',
      'user:archive',
      'user:restore',
      'files:move',
      'maintenance',
      'banner:set',
      'user:password',
      'mail:retry',
      'doctor',
      'demo',
    ]) {
      assert.match(stdout, new RegExp(`^ {2}${command}\\b`, 'm'))
    }
  }
})

test('the version is that of the product', async () => {
  assert.deepEqual(await run(installation, '--version'), {
    code: 0,
    stdout: `${version}\n`,
    stderr: '',
  })
})

test('a command prints its usage', async () => {
  const { code, stdout } = await run(installation, 'user:grant', '--help')
  assert.deepEqual([code, stdout], [0, 'user:grant EMAIL ROLE\n\n  assign a role to a user\n'])
})

for (const [words, complaint] of [
  [['fly'], 'Unknown command fly. --help lists the commands.'],
  [['toString'], 'Unknown command toString. --help lists the commands.'],
  [['client:list', 'now'], 'Expected: no arguments'],
  [['client:disable'], 'Expected: ID'],
  [['user:grant', 'ann@example.org'], 'Expected: EMAIL ROLE'],
  [['client:list', '--loud'], /^Unknown option '--loud'\.\n$/],
  [['client:create', '--name'], /^Option '--name <value>' argument missing/],
  [['client:create'], 'name is required; grant-types is required; scope is required'],
  [
    ['user:create', '--email', 'ann'],
    /^phone is required; surname is required; name is required; email must be/,
  ],
] as const) {
  test(`"atrium ${words.join(' ')}" is refused with a clear message`, async () => {
    const { code, stdout, stderr } = await run(installation, ...words)
    assert.deepEqual([code, stdout], [1, ''])
    if (typeof complaint === 'string') assert.equal(stderr, `${complaint}\n`)
    else assert.match(stderr, complaint)
    assert.equal(stderr.trim().split('\n').length, 1)
  })
}

for (const words of [
  ['backup', 'file'],
  ['backup:run'],
  ['client:list'],
  ['demo'],
  ['doctor'],
  ['keys:rotate'],
  ['mail:list'],
  ['migrate'],
  ['user:unlock', 'ann@example.org'],
  ['user:erase', 'ann@example.org', '--yes'],
]) {
  test(`"atrium ${words.join(' ')}" refuses to create an installation in the wrong folder`, async () => {
    const { environment, dataFolder } = await createInstallation()
    const { code, stdout, stderr } = await run({ environment }, ...words)
    assert.deepEqual([code, stdout], [1, ''])
    assert.equal(
      stderr,
      `There is no Atrium installation in ${dataFolder}: run this command in the folder with your .env file, or set ATRIUM_DATA to the data folder of your installation (\`atrium up\` and \`atrium init\` create a new one).\n`,
    )
    assert.equal(existsSync(dataFolder), false)
  })
}

test('a backup is verified without an installation', async () => {
  const { environment, dataFolder } = await createInstallation()
  const { code, stderr } = await run({ environment }, 'backup', '--verify', '/none')
  assert.equal(code, 1)
  assert.match(stderr, /^\/none is not a complete backup/)
  assert.equal(existsSync(dataFolder), false)
})

test('a machine with all secrets in its settings needs no data folder of its own', async () => {
  const { environment } = await createInstallation()
  const { environment: complete } = describeInstallation(
    environment,
    parseEnv(readFileSync(`${installation.dataFolder}/secrets.env`, 'utf8')),
  )
  requireInstallation(complete)
  const { TASKS_DATABASE_URL: _, ...partial } = complete
  assert.throws(() => requireInstallation(partial), /There is no Atrium installation/)
})

test('a process writes its result to stdout, a refusal to stderr, and exits accordingly', async () => {
  const help = await runProcess(installation, '--help')
  assert.deepEqual([help.code, help.stderr], [0, ''])
  assert.equal(help.stdout, (await run(installation, '--help')).stdout)
  const words = ['client:list', 'now']
  assert.deepEqual(await runProcess(installation, ...words), await run(installation, ...words))
})

test('no database is started', () => {
  assert.equal(existsSync(`${installation.dataFolder}/postgres`), false)
})
