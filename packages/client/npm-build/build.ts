import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { loadService, type Service } from './contracts.ts'
import { createWriter } from './declarations.ts'
import { liveTypes } from './live-types.ts'
import { rollUp } from './roll-up.ts'

/** Writes the package that others install from npm, to `packages/client/dist` or the folder of the first argument. */
const folder = fileURLToPath(new URL('../', import.meta.url))
const root = join(folder, '../..')
const target = resolve(process.argv[2] ?? join(folder, 'dist'))

const identity = await loadService('identity', 'Identity')
const tasks = await loadService('tasks', 'Tasks')

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
await bundle()
writeFileSync(join(target, 'index.d.ts'), await declarations())
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
cpSync(join(folder, 'npm/README.md'), join(target, 'README.md'))
cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))

async function bundle() {
  const build = await rolldown({ input: join(folder, 'npm/entry.ts'), logLevel: 'warn' })
  await build.write({
    file: join(target, 'index.js'),
    format: 'esm',
    banner: `const identityRoutes = ${table(identity)}\nconst tasksRoutes = ${table(tasks)}`,
  })
  await build.close()
}

function table({ operations }: Service) {
  const rows = operations.map(({ name, contract: { method, path, access }, kind }) => {
    const isOpenPost = method === 'POST' && !access.token
    const words = [method, path, ...(kind === 'json' ? [] : [kind]), ...(isOpenPost ? ['open'] : [])]
    return [name, words.join(' ')]
  })
  return JSON.stringify(Object.fromEntries(rows), null, 2)
}

async function declarations() {
  const live = await liveTypes(tasks)
  const writer = createWriter(identity, new Map())
  const parts = [
    clientInterface('IdentityClient', identity, writer),
    clientInterface('TasksClient', tasks, live.writer),
    live.messages,
    errorCodes(),
  ]
  const generated = [
    ...parts,
    `export declare namespace Identity {\n${writer.namedTypes().join('\n')}\n}`,
    `export declare namespace Tasks {\n${[...live.types, ...live.writer.namedTypes()].join('\n')}\n}`,
  ].join('\n\n')
  return rollUp(generated)
}

function clientInterface(name: string, { operations }: Service, writer: ReturnType<typeof createWriter>) {
  return `export interface ${name} {\n${operations.map(writer.operation).join('\n')}\n}`
}

/** Besides the codes of the services, those of calls without an answer. */
function errorCodes() {
  const unanswered = { timeout: 0, unreachable: 0, incomplete: 0 }
  const codes = Object.entries({ ...unanswered, ...identity.errors, ...tasks.errors }).sort()
  return `export interface ErrorCodes {\n${codes.map(([code, status]) => `  ${code}: ${status}`).join('\n')}\n}`
}

function manifest() {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return {
    name: '@atrium/client',
    version,
    description: 'Typed client for the identity and task services of Atrium',
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    engines: { node: '>=20' },
  }
}
