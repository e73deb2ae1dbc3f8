import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadIdentitySettings } from '@atrium/identity/settings'
import { loadTasksSettings } from '@atrium/tasks/settings'
import { parse } from 'yaml'
import { prepareInstallation } from '../src/installation.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-deploy-'))
after(() => rmSync(dataFolder, { recursive: true }))

const documented = new Set(
  Array.from(read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm), found => found[1]),
)

interface Service {
  image: string
  command?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: Record<string, unknown>
}

interface Compose {
  services: Record<string, Service>
  volumes: Record<string, unknown>
}

const cluster: Compose = parse(read('deploy/compose.cluster.yaml'), { merge: true })
const single: Compose = parse(read('deploy/compose.yaml'), { merge: true })
const values = parse(read('deploy/helm/atrium/values.yaml'))
const templates = readdirSync(join(root, 'deploy/helm/atrium/templates')).map(name =>
  read(`deploy/helm/atrium/templates/${name}`),
)

const given: Record<string, string> = {
  IDENTITY_HOST: 'id.example.org',
  TASKS_HOST: 'tasks.example.org',
  ATRIUM_OWNER_EMAIL: 'owner@example.org',
  MAIL_URL: 'smtp://mail.example.org:587',
  MAIL_FROM: 'Atrium <atrium@example.org>',
  POSTGRES_PASSWORD: 'password',
  STORE_KEY: 'key',
  STORE_SECRET: 'secret',
}

for (const name of ['init', 'identity-1', 'identity-2', 'tasks-1', 'tasks-2']) {
  test(`${name} of compose.cluster.yaml has complete and valid settings`, async () => {
    const { command, environment = {} } = cluster.services[name] as Service
    assert.deepEqual(command, [name.replace(/-\d$/, '')])
    await requireValidSettings(interpolate(environment))
  })
}

test('compose files refer to volumes and services that they define', () => {
  for (const { services, volumes } of [single, cluster]) {
    for (const [name, { volumes: mounts = [], depends_on = {} }] of Object.entries(services)) {
      const named = mounts.map(mount => mount.split(':')[0] ?? '').filter(source => !source.startsWith('.'))
      for (const volume of named) assert.ok(volume in volumes, `${name}: ${volume}`)
      for (const other of Object.keys(depends_on)) assert.ok(other in services, `${name}: ${other}`)
    }
  }
  const hosts = Object.values(cluster.services['tasks-1']?.environment ?? {}).flatMap(
    value => value.match(/(?<=@|redis:\/\/)[a-z]+(?=:\d)/) ?? [],
  )
  assert.deepEqual([...new Set(hosts)].sort(), ['postgres', 'store', 'valkey'])
  for (const host of hosts) assert.ok(host in cluster.services, host)
})

test('the proxy of compose.cluster.yaml is the sample with the addresses of the containers', () => {
  const body = (text: string) => text.slice(text.indexOf('(hide_metrics)'))
  const adapted = read('deploy/Caddyfile')
    .replace('\t# One address for each instance: 127.0.0.1:4000 127.0.0.1:4001\n', '')
    .replace('id.example.org {', '{$IDENTITY_HOST} {')
    .replace('tasks.example.org {', '{$TASKS_HOST} {')
    .replace('reverse_proxy 127.0.0.1:4000 {', 'reverse_proxy identity-1:4000 identity-2:4000 {')
    .replace('reverse_proxy 127.0.0.1:4100 {', 'reverse_proxy tasks-1:4100 tasks-2:4100 {')
  assert.equal(body(read('deploy/cluster.Caddyfile')), body(adapted))
})

test('all deployments start the same version', () => {
  const { version, appVersion } = parse(read('deploy/helm/atrium/Chart.yaml'))
  const images = [single.services.atrium, ...Object.values(cluster.services)].map(service => service?.image)
  const own = images.filter(image => image?.includes('ATRIUM_IMAGE'))
  assert.deepEqual([...new Set(own)], [`\${ATRIUM_IMAGE:-atrium:${appVersion}}`])
  assert.equal(version, appVersion)
})

test('the Helm chart has complete and valid settings', async () => {
  const fixed = Object.fromEntries(
    Array.from(templates.join('\n').matchAll(/- name: ([A-Z0-9_]+)\n +value: (.*)/g), ([, name, value]) => [
      name,
      value?.replaceAll(/\{\{ \.(\S+)( \| quote)? \}\}|'/g, (_, path) =>
        path ? String(chartValue(path)) : '',
      ),
    ]),
  )
  assert.ok('OAUTH2_PRIVATE_KEY_PATH' in fixed)
  assert.equal(fixed.EMBEDDED_DATABASE, 'off')
  delete fixed.NODE_EXTRA_CA_CERTS // a variable of Node
  const secret = {
    IDENTITY_DATABASE_URL: 'postgres://db/identity',
    TASKS_DATABASE_URL: 'postgres://db/tasks',
    STORAGE_URL: 's3://key:secret@store/atrium',
    MAIL_URL: 'smtp://mail.example.org',
  }
  await requireValidSettings({ ...fixed, ...values.settings, ...secret })
})

test('the Helm chart uses every value that it documents, and no other', () => {
  const used = templates.flatMap(text => Array.from(text.matchAll(/\.Values\.([\w.]+)/g), found => found[1]))
  for (const path of used) assert.notEqual(chartValue(`Values.${path}`), undefined, path)
  const leaves = Object.entries(values).flatMap(([name, value]) =>
    value !== null && typeof value === 'object' && name !== 'settings' && Object.keys(value).length > 0
      ? Object.keys(value).map(key => `${name}.${key}`)
      : [name],
  )
  assert.deepEqual([...new Set(used)].sort(), leaves.sort())
})

async function requireValidSettings(settings: Record<string, string>) {
  for (const name of Object.keys(settings)) assert.ok(documented.has(name), `${name} is in .env.example`)
  const { environment } = await prepareInstallation({ ATRIUM_DATA: dataFolder, ...settings })
  const identity = loadIdentitySettings(environment)
  const tasks = loadTasksSettings(environment)
  assert.equal(identity.IDENTITY_URL, 'https://id.example.org')
  assert.equal(tasks.TASKS_URL, 'https://tasks.example.org')
}

/** As Compose does; each variable is required. */
function interpolate(environment: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+):\?\}/g, (_, variable) => {
        assert.ok(given[variable], variable)
        return given[variable]
      }),
    ]),
  )
}

function chartValue(path: string) {
  const context = { Values: values, Release: { Name: 'atrium' } }
  return path.split('.').reduce<unknown>((found, key) => (found as Record<string, unknown>)?.[key], context)
}
