import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { loadService } from '@atrium/client/npm-build/contracts'
import { assertTypeErrors } from '@atrium/testing/type-errors'
import { createApplication, personalToken, robotToken } from '../api-clients.ts'
import { startBothServices } from '../both-services.ts'
import { as } from '../people.ts'
import { createTeam, createUser } from '../team.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'atrium-npm-'))
after(() => rmSync(folder, { recursive: true }))
const installed = join(folder, 'node_modules/@atrium/client')

/** As a stranger would: the tarball in an empty folder. */
function install() {
  const built = join(folder, 'built')
  execFileSync(process.execPath, [join(root, 'packages/client/npm-build/build.ts'), built], {
    stdio: 'inherit',
  })
  const npm = (...words: string[]) => execFileSync('npm', words, { cwd: folder, encoding: 'utf8' }).trim()
  writeFileSync(join(folder, 'package.json'), '{ "name": "program", "private": true, "type": "module" }')
  const tarball = npm('pack', './built', '--silent')
  npm('install', '--offline', '--no-audit', '--no-fund', '--silent', tarball)
  cpSync(new URL('../npm-client/', import.meta.url), folder, { recursive: true })
}
install()

test('the package contains nothing but its code, its types and what people read', () => {
  const { name, version, dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  assert.deepEqual([name, version, dependencies], ['@atrium/client', product.version, undefined])
  const code = readFileSync(join(installed, 'index.js'), 'utf8')
  const types = readFileSync(join(installed, 'index.d.ts'), 'utf8')
  assert.doesNotMatch(code + types, /^import |typebox|fastify|kysely/m)
  assert.ok(gzipSync(code).length < 10_000, 'the code is larger than 10 kB')
  for (const file of ['README.md', 'LICENSE']) assert.ok(statSync(join(installed, file)).size > 1000, file)
})

test('a program compiles, and the compiler refuses its mistakes', () => {
  assertTypeErrors(pathToFileURL(`${folder}/`), 'mistakes.ts')
})

test('a program that has only the package works against both services', async () => {
  const services = await startBothServices({ RATE_LIMIT: 'off' })
  const { IDENTITY_URL, TASKS_URL, TASKS_CLIENT_ID, TASKS_CLIENT_SECRET } = services.environment
  await services.app.listen({ host: 'localhost', port: Number(new URL(TASKS_URL).port) })
  const token = await personalToken(services, await createUser(services))
  const { run } = await import(pathToFileURL(join(folder, 'program.ts')).href)
  const result = await run({
    identityUrl: IDENTITY_URL,
    tasksUrl: TASKS_URL,
    token,
    clientId: TASKS_CLIENT_ID,
    clientSecret: TASKS_CLIENT_SECRET,
  })
  assert.deepEqual(result, {
    languages: 1,
    repeated: 1,
    titles: ['Once', 'Task 5', 'Task 4', 'Task 3', 'Task 2', 'Task 1'],
    changed: 'Renamed',
    isStale: true,
    fields: ['title'],
    isMissing: true,
    rejected: 401,
    patch: 'Renamed',
    content: 'hello',
  })

  const sample = join(folder, 'client.mjs')
  cpSync(join(root, 'docs/samples/call-the-api/client.mjs'), sample)
  const env = { ...process.env, TASKS_URL, TOKEN: token }
  const { stdout } = await promisify(execFile)(process.execPath, [sample], { env })
  assert.match(stdout, /^Created task \d+: Send invitations\nto do Send invitations\nto do Once\n/)
  assert.match(stdout, /\nChanged meanwhile: title\n$/)
})

test('the sample of a service account reports a build once', async () => {
  const services = await startBothServices({ RATE_LIMIT: 'off' })
  const { IDENTITY_URL, TASKS_URL } = services.environment
  await services.app.listen({ host: 'localhost', port: Number(new URL(TASKS_URL).port) })
  const { owner, project, boardId } = await createTeam(services)
  const client = await createApplication(services, 'Build server')
  const robot = (await as(services, await robotToken(services, client))('GET', '/users/me')).json().item
  await owner.call('POST', `/project/${project.id}/member`, { userId: robot.id, role: 'member' })

  const sample = join(folder, 'report-build.mjs')
  cpSync(join(root, 'docs/samples/service-accounts/report-build.mjs'), sample)
  const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET } = client
  const settings = { IDENTITY_URL, TASKS_URL, CLIENT_ID, CLIENT_SECRET, BOARD_ID: String(boardId) }
  const report = () =>
    promisify(execFile)(process.execPath, [sample, '812'], { env: { ...process.env, ...settings } })
  const { stdout } = await report()
  assert.match(stdout, /^Build 812 is task \d+\n$/)
  assert.equal((await report()).stdout, stdout)
  const { items } = (await owner.call('GET', `/task?boardId=${boardId}&search=812`)).json()
  assert.deepEqual(
    items.map(({ title, creatorId }: Record<string, unknown>) => [title, creatorId]),
    [['Fix build 812', robot.id]],
  )
})

test('its functions are operations of the running services', async () => {
  const { app, identity } = await startBothServices()
  for (const [name, { operations }] of Object.entries({ tasks: app, identity })) {
    const offered = await loadService(name, '')
    const addresses = offered.operations.map(({ name, contract: { method, path } }) => [name, method, path])
    const served = addresses.map(([name = '']) => {
      const { method, path } = operations.get(name)?.contract ?? {}
      return [name, method, path]
    })
    assert.deepEqual(addresses, served)
  }
})

test('its types are those of the contracts', async () => {
  const checked = join(root, 'node_modules/.cache/client-types')
  mkdirSync(checked, { recursive: true })
  cpSync(join(installed, 'index.d.ts'), join(checked, 'client.d.ts'))
  const lines = await Promise.all(
    ['identity', 'tasks'].map(async app => {
      const namespace = app === 'tasks' ? 'Tasks' : 'Identity'
      const { operations } = await loadService(app, namespace)
      return operations.map(({ name, file, contract }) => {
        const declared = `typeof import('${root}${file}').${name}`
        return `true satisfies Checked<${declared}, ${namespace}Client['${name}'], ${contract.reply !== undefined}>`
      })
    }),
  )
  assert.ok(lines.flat().length > 200)
  writeFileSync(join(checked, 'same.ts'), [comparison, ...lines.flat()].join('\n'))
  const compilerOptions = {
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
  }
  writeFileSync(
    join(checked, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions,
      include: ['same.ts'],
      exclude: [],
    }),
  )
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { status, stdout } = spawnSync(tsc, ['-p', checked, '--pretty', 'false'], { encoding: 'utf8' })
  assert.equal(status, 0, stdout)
})

/** Each side can be used as the other. */
const comparison = `
import type { InputOf, ReplyOf } from '@atrium/core/contract'
import type { IdentityClient, TasksClient } from './client.d.ts'
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Sent<Call, Part> = Call extends (input: infer Input) => unknown ? Part extends keyof NonNullable<Input> ? NonNullable<NonNullable<Input>[Part]> : undefined : never
type Reply<Call> = Call extends (...input: never) => Promise<infer R> ? R : never
type PartIn<C, Part extends string> = C extends Record<Part, infer Schema> ? InputOf<Schema> : undefined
type Checked<C, Call, HasReply> =
  Same<PartIn<C, 'params'>, Sent<Call, 'params'>> extends true ? Same<PartIn<C, 'query'>, Sent<Call, 'query'>> extends true
    ? Same<NonNullable<PartIn<C, 'body'>> , NonNullable<Sent<Call, 'body'>>> extends true
      ? HasReply extends true ? Same<ReplyOf<C>, Reply<Call>> extends true ? true : 'the reply differs' : true
      : 'the body differs' : 'the query differs' : 'the parameters differ'
`
