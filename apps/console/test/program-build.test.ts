import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { bundleFolder } from '@atrium/core/bundle'
import { buildPrograms } from '../src/program-build.ts'

const root = `${mkdtempSync(join(tmpdir(), 'atrium-programs-'))}/`
after(() => rmSync(root, { recursive: true }))

const failing = `import { place } from '@atrium/core/place'

interface Place {
  href: string
}
function fail(): never {
  throw new Error('on purpose')
}
try {
  fail()
} catch (error) {
  const { href }: Place = place
  console.log(JSON.stringify({ href, stack: (error as Error).stack }))
}
`
const files: Record<string, string> = {
  'node_modules/.package-lock.json': '{}',
  'apps/identity/src/start.ts': failing,
  'apps/identity/package.json': '{ "type": "module" }',
  'apps/tasks/src/start.ts': '',
  'apps/tasks/package.json': '{}',
  'apps/console/src/start.ts': '',
  'apps/console/package.json': '{}',
  'packages/core/src/place.ts': 'export const place = { href: import.meta.url }',
  'packages/core/package.json': '{ "type": "module", "exports": { "./*": "./src/*.ts" } }',
}
for (const [file, content] of Object.entries(files)) write(file, content)
cpSync(join(root, 'packages/core'), join(root, 'node_modules/@atrium/core'), { recursive: true })

function write(file: string, content: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), content)
}

/** Runs the identity service of `root` as its `main.ts` does. */
async function run() {
  const bundle = new URL('../../../packages/core/src/bundle.ts', import.meta.url)
  const script = `
    const { runProgram } = await import(${JSON.stringify(bundle)})
    await runProgram('identity', async () => console.log('"sources"'), ${JSON.stringify(root)})`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return JSON.parse(stdout)
}

test('a program runs from its bundle, and its errors name the sources', async () => {
  assert.equal(await run(), 'sources')
  const lines: string[] = []
  await buildPrograms(line => lines.push(line), root)
  assert.deepEqual(lines, ['Building the services…'])
  const { href, stack } = await run()
  assert.equal(href, `file://${root}node_modules/@atrium/core/src/place.ts`)
  const [message, ...frames] = stack.split('\n')
  assert.equal(message, 'Error: on purpose')
  assert.equal(frames[0], `    at fail (file://${root}apps/identity/src/start.ts:7:9)`)
  assert.match(frames[1], /\/apps\/identity\/src\/start\.ts:10:3\)?$/)
})

test('what was built is not built again', async () => {
  await buildPrograms(assert.fail, root)
})

for (const file of Object.keys(files)) {
  test(`after a change in ${file}, another bundle is needed`, () => {
    const before = bundleFolder(root)
    write(file, `${files[file]}\n\n`)
    assert.notEqual(bundleFolder(root), before)
    write(file, files[file] ?? '')
    assert.equal(bundleFolder(root), before)
  })
}

test('a new file is a change, and changed sources run as they are', async () => {
  const before = bundleFolder(root)
  write('packages/core/src/other.ts', '')
  assert.notEqual(bundleFolder(root), before)
  assert.equal(await run(), 'sources')
})

test('the newest bundles are kept, and older ones are removed', async () => {
  for (const [age, name] of ['young', 'old', 'oldest'].entries()) {
    mkdirSync(join(root, 'dist', name))
    const at = Date.now() / 1000 - 60 * (age + 1)
    utimesSync(join(root, 'dist', name), at, at)
  }
  write('packages/core/src/other.ts', 'export const version = 2')
  await buildPrograms(() => {}, root)
  const kept = readdirSync(join(root, 'dist'))
  assert.equal(kept.length, 3)
  assert.ok(kept.includes(basename(bundleFolder(root) ?? '')))
  assert.ok(kept.includes('young') && !kept.includes('old'))
})
