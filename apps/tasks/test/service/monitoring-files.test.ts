import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { startBothServices } from '../both-services.ts'

const services = await startBothServices({ METRICS_TOKEN: 'public' })
const deploy = new URL('../../../../deploy/', import.meta.url)

interface Dashboard {
  panels: { title: string; type: string; targets?: { expr: string }[] }[]
}

test('the services expose every metric that the dashboard and the alerts use', async () => {
  const { panels } = JSON.parse(await readFile(new URL('grafana/atrium.json', deploy), 'utf8')) as Dashboard
  const rules = await readFile(new URL('prometheus/alerts.yml', deploy), 'utf8')
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const used = [rules, ...expressions].flatMap(
    text => text.match(/\b(atrium|http|nodejs|process)_[a-z0-9_]+/g) ?? [],
  )
  const exposed = await listExposed()
  assert.deepEqual([...new Set(used)].filter(name => !exposed.has(name)).sort(), [])
  // What nobody looks at is not worth exposing.
  const own = [...exposed].filter(name => name.startsWith('atrium_') && !/_(bucket|sum|count)$/.test(name))
  assert.deepEqual(own.filter(name => !used.some(each => each.startsWith(name))).sort(), [])
})

test('every alert says what happens and what to do, and has a test', async () => {
  const rules = await readFile(new URL('prometheus/alerts.yml', deploy), 'utf8')
  const tests = await readFile(new URL('prometheus/alerts.test.yml', deploy), 'utf8')
  const alerts = rules.split('- alert: ').slice(1)
  assert.ok(alerts.length > 10)
  for (const alert of alerts) {
    const [name = ''] = alert.split('\n', 1)
    assert.match(alert, /summary: '.+'\n +description: >-\n.{40}/s, name)
    assert.match(tests, new RegExp(`alertname="${name}",.*\n.*\n +exp_samples: \\[\\{`), name)
  }
})

/** All names of both services, with those of the parts of histograms. */
async function listExposed() {
  const bodies = await Promise.all(
    [services.app, services.identity].map(async app => {
      await app.inject('/healthz')
      return (await app.inject('/metrics')).body
    }),
  )
  return new Set(
    bodies.flatMap(body => [...body.matchAll(/^(?:# TYPE )?([a-z]\w+)/gm)].map(([, name = '']) => name)),
  )
}
