import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { version } from '@atrium/core/version'
import { freePort } from '@atrium/testing/free-port'
import product from '../../../package.json' with { type: 'json' }
import { commandOf, kill, processesOf } from './atrium.ts'
import { createBuildah, findDebianBase, reasonNotToBuildImages } from './container-image.ts'
import { filesIn, machineOf, packagesIn, stateOf } from './release-files.ts'
import {
  asServiceUser,
  request,
  run,
  SERVICE_USER,
  signInAsOwner,
  startAtrium,
  withoutNetwork,
} from './release-process.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const isRoot = process.getuid?.() === 0
const IMAGE_USER = 10001
/** `e_machine` of native code. */
const machines = { x64: 62, arm64: 183 }
const architectures = ['x64', 'arm64'] as const

const folder = mkdtempSync(join(tmpdir(), 'atrium-release-'))
chmodSync(folder, 0o755)
after(() => {
  for (const pid of processesOf(folder)) kill(pid)
  execFileSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true, maxRetries: 10 })
})

/** RELEASE names the folder of a release that was built before. */
const out = process.env.RELEASE ?? buildRelease()
const opt = join(folder, 'opt')
const nameOf = (architecture: string) => `atrium-${version}-linux-${architecture}`
mkdirSync(opt)
for (const architecture of architectures)
  execFileSync('tar', ['-xzf', join(out, `${nameOf(architecture)}.tar.gz`), '-C', opt])

test('the checksums are those of the archives and the SBOM', () => {
  const archives = architectures.map(architecture => `${nameOf(architecture)}.tar.gz`)
  const files = [...archives, `atrium-${version}.cdx.json`]
  const digests = files.map(name => createHash('sha256').update(readFileSync(join(out, name))))
  const lines = files.map((name, index) => `${digests[index]?.digest('hex')}  ${name}\n`)
  assert.equal(readFileSync(join(out, 'SHA256SUMS'), 'utf8'), lines.join(''))
  assert.deepEqual(readdirSync(out).sort(), [...files, 'SHA256SUMS'].sort())
})

test('the SBOM names the release and every package in the archives', () => {
  const { bomFormat, metadata, components } = JSON.parse(
    readFileSync(join(out, `atrium-${version}.cdx.json`), 'utf8'),
  )
  const { name, version: released } = metadata.component
  assert.deepEqual([bomFormat, name, released], ['CycloneDX', 'atrium', version])
  const listed = new Set(components.map(({ purl }: { purl: string }) => decodeURIComponent(purl)))
  for (const architecture of architectures) {
    const shipped = packagesIn(join(opt, nameOf(architecture), 'node_modules'))
    assert.ok(shipped.length > 100, `${shipped.length} packages`)
    shipped.push(`node-linux-${architecture}@${product.optionalDependencies[`node-linux-${architecture}`]}`)
    const missing = shipped.filter(each => !listed.has(`pkg:npm/${each}`))
    assert.deepEqual(missing, [], architecture)
  }
})

for (const [architecture, machine] of Object.entries(machines)) {
  test(`the archive for ${architecture} contains native code for nothing else`, () => {
    const files = filesIn(join(opt, nameOf(architecture)))
    const native = files.map(path => ({ path, machine: machineOf(path) })).filter(each => each.machine)
    for (const name of [/\/bin\/node$/, /\/bin\/postgres$/, /\/argon2[^/]*\.node$/])
      assert.ok(
        native.some(({ path }) => name.test(path)),
        String(name),
      )
    assert.deepEqual(
      native.filter(each => each.machine !== machine),
      [],
    )
  })
}

test('the archives contain neither tests nor tools, and only their owner can change them', () => {
  const unwanted =
    /^(apps|packages)\/[^/]+\/test\/|node_modules\/(vite|typescript|@playwright|@biomejs|rolldown)\/|(^|\/)\.(env|git)$/
  for (const architecture of architectures) {
    const parent = join(opt, nameOf(architecture))
    const files = filesIn(parent)
    const names = files.map(path => path.slice(parent.length + 1))
    assert.deepEqual(
      names.filter(name => unwanted.test(name)),
      [],
    )
    const stats = files.map(path => ({ path, stat: lstatSync(path) }))
    assert.deepEqual(
      stats.filter(({ stat }) => !stat.isSymbolicLink() && (stat.mode & 0o066) !== 0o044),
      [],
    )
  }
})

test('an archive starts as another user, offline, without writing to its own folder', async () => {
  const installed = join(opt, nameOf(process.arch))
  const home = join(folder, 'home')
  mkdirSync(home, { mode: 0o700 })
  if (isRoot) chownSync(home, SERVICE_USER, SERVICE_USER)
  else execFileSync('chmod', ['-R', 'a-w', installed])
  const program = join(folder, 'atrium')
  symlinkSync(join(installed, 'bin', 'atrium'), program)
  const before = stateOf(installed)
  const [identityPort, tasksPort] = [await freePort(), await freePort()]
  const ports = { IDENTITY_PORT: String(identityPort), TASKS_PORT: String(tasksPort) }
  // The path has no Node of the project: the archive brings its own.
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', WORKERS: '2', RELEASE_TEST: folder, ...ports }
  const command = [...asServiceUser(), program]
  const ask = (...words: string[]) => run([...command, ...words], { cwd: home, env })
  assert.deepEqual(ask('--version'), [0, `${version}\n`, ''])

  const { child, output, ended } = await startAtrium([...withoutNetwork(), ...command, 'up'], {
    cwd: home,
    env,
  })
  assert.doesNotMatch(output, /Building/)
  signInAsOwner(output, identityPort, child.pid)
  for (const port of [identityPort, tasksPort]) {
    const { status, body } = request(child.pid, `http://localhost:${port}/healthz`)
    assert.equal(status, 200)
    assert.partialDeepStrictEqual(JSON.parse(body), { status: 'ok', version })
  }
  for (const page of [`${identityPort}/admin`, `${tasksPort}/app/`, `${tasksPort}/docs/guides`]) {
    const headers = { accept: 'text/html' }
    const { status, body } = request(child.pid, `http://localhost:${page}`, { headers })
    assert.equal(status, 200, page)
    assert.match(body, /<html/)
  }
  const [code, clients, errors] = ask('client:list', '--json')
  assert.deepEqual([code, errors], [0, ''])
  assert.match(clients, /atrium-tasks/)

  child.kill('SIGTERM')
  assert.deepEqual(await ended, { code: 0, stderr: '' })
  assert.deepEqual(stateOf(installed), before)
})

test('the image starts as its own user, and its healthcheck knows when it is ready', async context => {
  const reason = reasonNotToBuildImages()
  if (reason) return skip(context, reason)
  const base = findDebianBase()
  if (!base) return skip(context, 'debootstrap cannot download Debian')
  const buildah = createBuildah(folder)
  const image = `atrium:${version}`
  buildah.build('debian', join(root, 'apps/console/test/debian.Containerfile'), base)
  const values = { BASE: 'localhost/debian', VERSION: version, ARCH: process.arch }
  buildah.build(image, join(root, 'deploy/Containerfile'), out, values)
  const { User, Volumes, Labels, Entrypoint, Cmd, Healthcheck } = buildah.configOf(image)
  assert.deepEqual([User, Object.keys(Volumes)], [`${IMAGE_USER}:${IMAGE_USER}`, ['/data']])
  assert.equal(Labels['org.opencontainers.image.version'], version)

  const [identityPort, tasksPort] = [await freePort(), await freePort()]
  const ports = { IDENTITY_PORT: identityPort, TASKS_PORT: tasksPort }
  const { files, inside } = buildah.from(image, { ...ports, RELEASE_TEST: folder })
  const [, ...healthcheck] = Healthcheck.Test
  assert.equal(run(inside(...healthcheck))[0], 1)
  assert.deepEqual(run(inside(...Entrypoint, '--version')), [0, `${version}\n`, ''])

  const before = stateOf(join(files, 'opt'))
  const { output, ended } = await startAtrium(inside(...Entrypoint, ...Cmd))
  assert.deepEqual(run(inside(...healthcheck)), [0, '', ''])
  signInAsOwner(output, identityPort)
  const [atrium] = processesOf(folder).filter(pid => /\/bin\/node\0.*\0up\0$/.test(commandOf(pid)))
  assert.ok(atrium)
  assert.equal(statSync(`/proc/${atrium}`).uid, IMAGE_USER)
  process.kill(atrium, 'SIGTERM')
  assert.equal((await ended).code, 0)
  assert.equal(run(inside('test', '-f', '/data/secrets.env'))[0], 0, 'the volume keeps it')
  assert.deepEqual(stateOf(join(files, 'opt')), before)
})

function buildRelease() {
  const out = join(folder, 'out')
  execFileSync(process.execPath, ['deploy/release/run.ts', '--out', out], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return out
}

function skip(context: { skip: (reason: string) => void }, reason: string) {
  console.log(`SKIPPED: the image is not built and started, because ${reason}.`)
  context.skip(reason)
}
