import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'

const chart = fileURLToPath(new URL('../../../deploy/helm/atrium', import.meta.url))
const renderer = fileURLToPath(new URL('render-chart.go', import.meta.url))
/** Where Debian's packages golang-github-masterminds-sprig-dev and golang-yaml.v2-dev are. */
const goPath = '/usr/share/gocode'
/** What Go has compiled, which is most of its work, stays here for the next run. */
const goCache = fileURLToPath(new URL('../../../node_modules/.cache/go', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'atrium-chart-'))
const rendererProgram = join(folder, 'render-chart')
after(() => rmSync(folder, { recursive: true }))

const hasHelm = !spawnSync('helm', ['version']).error
const hasGo = !spawnSync('go', ['version']).error && existsSync(`${goPath}/src/github.com/Masterminds/sprig`)
const skip = hasHelm || hasGo ? false : "neither helm nor Go with Helm's template functions is installed"

before(() => {
  if (hasHelm || !hasGo) return
  const environment = { ...process.env, GO111MODULE: 'off', GOPATH: goPath, GOCACHE: goCache }
  run('go', ['build', '-o', rendererProgram, renderer], environment)
})

interface Resource {
  kind: string
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own form
  spec: any
}

function render(overrides: object = {}): Resource[] {
  const file = join(folder, 'values.json')
  const values = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'))
  writeFileSync(file, JSON.stringify({ ...values, ...overrides }))
  const rendered = hasHelm
    ? run('helm', ['template', 'atrium', chart, '--values', file])
    : run(rendererProgram, [chart, file])
  const documents = parseAllDocuments(rendered)
  for (const { errors } of documents) assert.deepEqual(errors, [])
  return documents.map(document => document.toJS()).filter(Boolean)
}

function run(program: string, words: string[], environment = process.env) {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', env: environment })
  assert.equal(status, 0, stderr)
  return stdout
}

const named = (resources: Resource[], kind: string, name: string) => {
  const found = resources.find(each => each.kind === kind && each.metadata.name === name)
  assert.ok(found, `${kind} ${name}`)
  return found
}

/** The pods of everything that runs any. */
function podsOf(resources: Resource[]) {
  return resources
    .filter(({ kind }) => ['Deployment', 'Job', 'CronJob'].includes(kind))
    .map(({ kind, spec }) => (kind === 'CronJob' ? spec.jobTemplate.spec : spec).template.spec)
}

test('the chart renders, with resources for every pod and without what is optional', { skip }, () => {
  const resources = render()
  const kinds = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  assert.deepEqual(kinds.sort(), [
    'Deployment atrium-identity',
    'Deployment atrium-tasks',
    'Ingress atrium',
    'Job atrium-init',
    'PodDisruptionBudget atrium-identity',
    'PodDisruptionBudget atrium-tasks',
    'Service atrium-closed',
    'Service atrium-identity',
    'Service atrium-tasks',
  ])
  const pods = podsOf(resources)
  assert.equal(pods.length, 3)
  for (const { containers } of pods) {
    assert.ok(containers[0].resources.requests.memory && containers[0].resources.limits.memory)
    const { env } = containers[0]
    assert.deepEqual(
      env.find(({ name }: { name: string }) => name === 'EMBEDDED_DATABASE'),
      { name: 'EMBEDDED_DATABASE', value: 'off' },
    )
  }
  assert.equal(named(resources, 'Deployment', 'atrium-tasks').spec.replicas, 2)
})

test('the ingress lets uploads pass and closes /metrics', { skip }, () => {
  const resources = render()
  const { metadata, spec } = named(resources, 'Ingress', 'atrium')
  assert.equal(metadata.annotations?.['nginx.ingress.kubernetes.io/proxy-body-size'], '12m')
  assert.equal(spec.tls[0].secretName, 'atrium-tls')
  const backends = spec.rules.map(
    ({ http }: { http: { paths: { path: string; backend: { service: { name: string } } }[] } }) =>
      http.paths.map(({ path, backend }) => `${path} ${backend.service.name}`),
  )
  assert.deepEqual(backends, [
    ['/metrics atrium-closed', '/ atrium-identity'],
    ['/metrics atrium-closed', '/api/v1/metrics atrium-closed', '/ atrium-tasks'],
  ])
  const { selector } = named(resources, 'Service', 'atrium-closed').spec
  const labels = resources
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(each => each.spec.template.metadata.labels['app.kubernetes.io/component'])
  assert.ok(!labels.includes(selector['app.kubernetes.io/component']))
})

test('everything optional can be turned on', { skip }, () => {
  const tolerations = [{ key: 'apps', operator: 'Exists' }]
  const resources = render({
    autoscaling: { enabled: true, maxReplicas: 5, targetCPU: 60 },
    backup: {
      enabled: true,
      schedule: '0 3 * * *',
      keep: 3,
      claim: '',
      size: '5Gi',
      storageClass: 'fast',
      resources: { requests: { cpu: '1' } },
    },
    privateCA: 'company-ca',
    nodeSelector: { disk: 'ssd' },
    tolerations,
    affinity: { podAntiAffinity: {} },
    networkPolicy: { enabled: true, from: [{ namespaceSelector: { matchLabels: { name: 'edge' } } }] },
    serviceMonitor: { enabled: true, interval: '15s', labels: { release: 'prometheus' } },
  })

  for (const service of ['atrium-identity', 'atrium-tasks']) {
    const { minReplicas, maxReplicas, scaleTargetRef } = named(
      resources,
      'HorizontalPodAutoscaler',
      service,
    ).spec
    assert.deepEqual([minReplicas, maxReplicas, scaleTargetRef.name], [2, 5, service])
    assert.equal(named(resources, 'Deployment', service).spec.replicas, undefined)
  }

  const pods = podsOf(resources)
  assert.equal(pods.length, 4)
  for (const pod of pods) {
    assert.deepEqual([pod.tolerations, pod.nodeSelector], [tolerations, { disk: 'ssd' }])
    assert.ok(pod.affinity)
    const [{ env, volumeMounts }] = pod.containers
    const setting = (wanted: string) => env.find(({ name }: { name: string }) => name === wanted)?.value
    assert.deepEqual([setting('NODE_EXTRA_CA_CERTS'), setting('BACKUP_SCHEDULE')], ['/ca/ca.crt', 'external'])
    const volumes = pod.volumes.map(({ name }: { name: string }) => name)
    for (const { name } of volumeMounts) assert.ok(volumes.includes(name), name)
  }

  const { spec } = named(resources, 'CronJob', 'atrium-backup')
  const [backup] = spec.jobTemplate.spec.template.spec.containers
  assert.deepEqual([spec.schedule, backup.args], ['0 3 * * *', ['backup:run']])
  assert.ok(backup.volumeMounts.some(({ mountPath }: { mountPath: string }) => mountPath === '/backups'))
  assert.deepEqual(backup.env.find(({ name }: { name: string }) => name === 'BACKUP_KEEP').value, '3')
  const claim = named(resources, 'PersistentVolumeClaim', 'atrium-backups').spec
  assert.deepEqual([claim.storageClassName, claim.resources.requests.storage], ['fast', '5Gi'])

  const policy = named(resources, 'NetworkPolicy', 'atrium').spec
  assert.deepEqual(
    policy.ingress[0].from.map((each: object) => Object.keys(each)[0]),
    ['podSelector', 'namespaceSelector'],
  )
  const monitor = named(resources, 'ServiceMonitor', 'atrium')
  assert.equal(monitor.metadata.labels.release, 'prometheus')
  assert.deepEqual(monitor.spec.endpoints[0].authorization.credentials, {
    name: 'atrium-settings',
    key: 'METRICS_TOKEN',
  })
})

test('backups go to a volume claim of your own', { skip }, () => {
  const { backup } = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'))
  const resources = render({ backup: { ...backup, enabled: true, claim: 'shared' } })
  assert.ok(!resources.some(({ kind }) => kind === 'PersistentVolumeClaim'))
  const { volumes } = named(resources, 'CronJob', 'atrium-backup').spec.jobTemplate.spec.template.spec
  assert.equal(volumes.at(-1).persistentVolumeClaim.claimName, 'shared')
})
