import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { it } from 'node:test'

/** Allowed imports between layers: `pages → features → custom-fields, templates, calendar-feeds → task-text, project-mark → data → changes → tabs`; `main` and `router` import everything. */
const layers: Record<string, string[]> = {
  pages: [
    'pages',
    'features',
    'custom-fields',
    'templates',
    'calendar-feeds',
    'task-text',
    'project-mark',
    'data',
    'live',
    'locales',
  ],
  features: [
    'features',
    'custom-fields',
    'templates',
    'calendar-feeds',
    'task-text',
    'project-mark',
    'data',
    'changes',
    'drag-preview',
    'live',
    'locales',
    'touch',
  ],
  'custom-fields': ['custom-fields', 'task-text', 'data', 'locales'],
  templates: ['templates', 'data', 'locales'],
  'calendar-feeds': ['calendar-feeds', 'data', 'locales'],
  'task-text': ['task-text', 'data', 'locales'],
  'project-mark': ['project-mark', 'data', 'locales'],
  live: ['live', 'tabs', 'data'],
  data: ['data', 'changes', 'locales'],
  changes: ['changes', 'tabs'],
  tabs: ['tabs'],
  'drag-preview': ['drag-preview'],
  touch: ['touch'],
  locales: ['locales'],
}

for (const application of ['web', 'admin']) {
  const source = new URL(`../../../apps/${application}/src/`, import.meta.url)

  it(`the ${application} application imports from the pages down`, () => {
    assert.deepEqual(
      importsIn(source).filter(([from, to]) => !isDownward(from, to)),
      [],
    )
  })

  it(`no feature of the ${application} application imports another feature`, () => {
    const between = importsIn(source).filter(([from, to]) => isFeature(from) && isFeature(to))
    assert.deepEqual(
      between.filter(([from, to]) => featureOf(from) !== featureOf(to)),
      [],
    )
  })
}

it('the shared parts import nothing of an application', () => {
  const source = new URL('../src/', import.meta.url)
  const files = globSync('**/*.{ts,tsx}', { cwd: source })
  const offenders = files.filter(file =>
    /from '@atrium\/(web|admin)[/']/.test(readFileSync(new URL(file, source), 'utf8')),
  )
  assert.deepEqual(offenders, [])
})

/** Pairs of a file and a file of the same application that it imports. */
function importsIn(source: URL): [string, string][] {
  return globSync('**/*.{ts,tsx}', { cwd: source }).flatMap(file => {
    const text = readFileSync(new URL(file, source), 'utf8')
    const targets = [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, target = '']) => target)
    return targets.map((target): [string, string] => [
      file,
      posix.normalize(posix.join(posix.dirname(file), target)),
    ])
  })
}

function isDownward(from: string, to: string) {
  const allowed = layers[layerOf(from)]
  const isText = to.endsWith('?raw') // such as a tested sample in deploy/
  return isText || !allowed || !to.includes('/') || allowed.includes(layerOf(to))
}

function isFeature(file: string) {
  return layerOf(file) === 'features'
}

function layerOf(file: string) {
  return file.includes('/') ? (file.split('/')[0] ?? '') : ''
}

function featureOf(file: string) {
  return file.split('/')[1]
}
