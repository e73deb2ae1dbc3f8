import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { ownCode } from '@atrium/core/bundle'
import { buildWebApplications, digestSources, listSources } from '../src/web-build.ts'

const root = `${await mkdtemp(join(tmpdir(), 'atrium-build-'))}/`
after(() => rm(root, { recursive: true }))

async function write(file: string, content: string) {
  await mkdir(dirname(join(root, file)), { recursive: true })
  await writeFile(join(root, file), content)
}

async function writeServices(folder = '') {
  const exports = { './*.contract': './src/*.contract.ts', './*': { node: './src/*.ts' } }
  for (const service of ['identity', 'tasks'])
    await write(`${folder}apps/${service}/package.json`, JSON.stringify({ exports }))
}
await writeServices()

for (const [application, files] of Object.entries({
  admin: ['apps/admin/src/main.tsx', 'apps/identity/src/reference-data/country.contract.ts'],
  web: [
    'packages/client/vite/without-schemas.ts',
    'apps/web/src/main.tsx',
    'apps/tasks/src/tasks/task.contract.ts',
    'packages/http/src/routes/replies.ts',
  ],
})) {
  test(`the ${application} application is rebuilt after a change in any of its sources`, async () => {
    for (const file of files) {
      await write(file, 'before')
      const before = await digestSources(application, root)
      assert.equal(await digestSources(application, root), before)
      await write(file, 'after')
      assert.notEqual(await digestSources(application, root), before, file)
    }
  })
}

for (const application of ['web', 'admin']) {
  test(`the build of the ${application} application depends on every module that it imports of a service`, async () => {
    const folder = join(ownCode, 'apps', application)
    const { resolve } = createRequire(join(folder, 'package.json'))
    const sources = new Set(await listSources(application, ownCode))
    let imports = 0
    for await (const file of glob('src/**/*.{ts,tsx}', { cwd: folder })) {
      const code = await readFile(join(folder, file), 'utf8')
      for (const [, module = ''] of code.matchAll(/from '(@atrium\/(?:identity|tasks)\/[^']+)'/g)) {
        assert.ok(sources.has(resolve(module)), `${file} imports ${module}`)
        imports += 1
      }
    }
    assert.ok(imports > 10)
  })
}

test('read-only code starts only if it has been built', async () => {
  const code = `${await mkdtemp(join(root, 'installed-'))}/`
  await writeServices(code.slice(root.length))
  const applications = ['web', 'admin'].map(name => ({ name, folder: join(code, 'apps', name) }))
  for (const { folder } of applications) await mkdir(join(folder, 'dist'), { recursive: true })
  for (const { folder } of applications) await chmod(folder, 0o555)
  await Promise.all([root, code].map(folder => chmod(folder, 0o755)))
  assert.equal(
    await buildAsService(code),
    `The web applications need to be built, but ${code}apps/web is not writable. Run \`npm run build\` as the owner of ${code} first.`,
  )

  for (const { name, folder } of applications) {
    await writeFile(join(folder, 'dist', '.sources'), await digestSources(name, code))
  }
  assert.equal(await buildAsService(code), 'nothing to build')
  for (const { folder } of applications) await chmod(folder, 0o755) // allows removing it
})

/** In a process that drops root privileges after loading its code, because root can write everything. */
async function buildAsService(code: string) {
  const webBuild = new URL('../src/web-build.ts', import.meta.url)
  const script = `
    const { buildWebApplications } = await import(${JSON.stringify(webBuild)})
    if (process.getuid() === 0) process.setuid(1)
    await buildWebApplications(console.log, ${JSON.stringify(code)}).then(
      () => console.log('nothing to build'),
      error => console.log(error.message),
    )`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return stdout.trim()
}

test('a change outside the applications does not rebuild them', async () => {
  const before = await digestSources('admin', root)
  await write('apps/identity/src/users/user.queries.ts', 'select 1')
  await write('apps/identity/test/users/users.test.ts', 'test()')
  assert.equal(await digestSources('admin', root), before)
})

test('the last build is served until the next one is complete, also if that fails', async () => {
  const code = `${await mkdtemp(join(root, 'served-'))}/`
  await writeServices(code.slice(root.length))
  const vite = join(code, 'node_modules', 'vite')
  await mkdir(join(vite, 'bin'), { recursive: true })
  await writeFile(join(vite, 'package.json'), '{"type":"module"}')
  const builder = (outcome: string) =>
    writeFile(
      join(vite, 'bin', 'vite.js'),
      `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
      const target = process.argv[process.argv.indexOf('--outDir') + 1]
      mkdirSync(target)
      const before = readFileSync('dist/index.html', 'utf8')
      writeFileSync(target + '/index.html', 'after ' + before)
      ${outcome}`,
    )
  const pages = ['web', 'admin'].map(name => join(code, 'apps', name, 'dist', 'index.html'))
  for (const page of pages) {
    await mkdir(dirname(page), { recursive: true })
    await writeFile(page, 'the first')
  }
  const read = () => Promise.all(pages.map(page => readFile(page, 'utf8')))

  await builder('process.exit(1)')
  await assert.rejects(
    buildWebApplications(() => {}, code),
    /failed/,
  )
  assert.deepEqual(await read(), ['the first', 'the first'])
  await builder('')
  await buildWebApplications(() => {}, code)
  assert.deepEqual(await read(), ['after the first', 'after the first'])
})
