import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { loadIdentitySettings } from '@atrium/identity/settings'
import { loadTasksSettings } from '@atrium/tasks/settings'
import { prepareInstallation } from '../src/installation.ts'
import { createPreparedInstallation, run } from './atrium.ts'
import { listBlocks, listSpans, root } from './guide-blocks.ts'

const installation = await createPreparedInstallation()
const blocks = listBlocks()

/** After variables, at the beginning of a line or a span of code. */
const COMMAND_LINE = /^(?:[A-Z_]+=\S+ )*(?:npm run -s )?atrium (?:-- )?(.+)$/
/** `user:read` and its like are scopes. */
const BARE_COMMAND =
  /^(?!user:(?:read|write|manage)\b)(?:client|user|keys|mail|files|backup):[a-z-]+(?: .*)?$/
/** These are not commands of the console, or have no options. */
const OTHERS = ['COMMAND', 'up', 'build', 'identity', 'tasks', '--help', '--version']

function listCommandLines() {
  const inBlocks = blocks.flatMap(({ file, text }) => text.split('\n').map(line => ({ file, text: line })))
  return [...inBlocks, ...listSpans()].flatMap(({ file, text }) => {
    const [, words = BARE_COMMAND.test(text) ? text : undefined] = text.match(COMMAND_LINE) ?? []
    return words ? [{ file, words: words.replaceAll(/"[^"]*"/g, '""') }] : []
  })
}

test('every command line in the guides exists, with its options', async () => {
  const lines = listCommandLines()
  const names = new Set(lines.map(({ words }) => words.split(' ')[0]))
  for (const name of [
    'backup',
    'restore',
    'doctor',
    'demo',
    'keys:rotate',
    'mail:retry',
    'client:create',
    'up',
  ])
    assert.ok(names.has(name), `${name} is not in the guides`)
  const wrong: string[] = []
  for (const { file, words } of lines) {
    const [name = ''] = words.split(' ')
    if (OTHERS.includes(name)) continue
    const { code, stdout } = await run(installation, name, '--help')
    const [usage = ''] = stdout.split('\n')
    const options = (words.match(/--[a-z][a-z-]*/g) ?? []).filter(option => option !== '--help')
    const known = new Set(usage.match(/--[a-z][a-z-]*/g))
    if (code !== 0 || options.some(option => !known.has(option))) wrong.push(`${file}: atrium ${words}`)
  }
  assert.deepEqual(wrong, [])
})

test('every block of settings in the guides is valid, and .env.example has its names', async () => {
  const example = readFileSync(join(root, '.env.example'), 'utf8')
  const known = new Set([...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name))
  const samples = blocks.filter(({ text }) =>
    text.split('\n').every(line => /^([A-Z][A-Z0-9_]+=(?!.* (?:atrium|npm|node|python3) ).*)?$/.test(line)),
  )
  assert.ok(samples.length >= 3)
  for (const { file, text } of samples) {
    const settings = parseEnv(text)
    const unknown = Object.keys(settings).filter(name => !known.has(name) && !name.startsWith('OTEL_'))
    assert.deepEqual(unknown, [], `${file}:\n${text}`)
    const { environment } = await prepareInstallation({ ...installation.environment, ...settings })
    loadIdentitySettings(environment)
    loadTasksSettings(environment)
  }
})

test('.env.example has every setting of both services', () => {
  const example = readFileSync(join(root, '.env.example'), 'utf8')
  const read = new Set<string>()
  const environment = new Proxy({}, { get: (_, name) => void read.add(String(name)) })
  for (const load of [loadIdentitySettings, loadTasksSettings]) assert.throws(() => load(environment))
  assert.ok(read.size > 50)
  const missing = [...read].filter(name => !example.includes(`\n# ${name}=`))
  // The consent has a setting for each language; the Russian one is the example.
  assert.deepEqual(
    missing.filter(name => !name.startsWith('REGISTRATION_CONSENT_')),
    [],
  )
})

test('every block of commands in the guide to operation is valid shell', () => {
  const commands = listBlocks('docs/operations.md').filter(
    ({ language, text }) => !language && !/^\w+ ?= ?/.test(text),
  )
  assert.ok(commands.length > 20)
  for (const { text } of commands) {
    const { status, stderr } = spawnSync('sh', ['-n'], { input: text, encoding: 'utf8' })
    assert.deepEqual([status, stderr], [0, ''], text)
  }
})
