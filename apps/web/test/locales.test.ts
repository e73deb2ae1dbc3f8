import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import uiEnglish from '../../../packages/ui/src/locales/en.ts'
import uiRussian from '../../../packages/ui/src/locales/ru.ts'
import adminEnglish from '../../admin/src/locales/en.ts'
import adminRussian from '../../admin/src/locales/ru.ts'
import webEnglish from '../src/locales/en.ts'
import webRussian from '../src/locales/ru.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const catalogues = [
  {
    name: 'web',
    english: webEnglish,
    russian: webRussian,
    sources: ['apps/web/src', 'packages/ui/src/feedback'],
  },
  { name: 'admin', english: adminEnglish, russian: adminRussian, sources: ['apps/admin/src'] },
  {
    name: 'ui',
    english: uiEnglish,
    russian: uiRussian,
    sources: ['packages/ui/src', 'apps/web/src', 'apps/admin/src'],
  },
]

for (const { name, english, russian, sources } of catalogues) {
  test(`${name}: both languages have the same texts with the same placeholders`, () => {
    const inEnglish = placeholdersByKey(english)
    const inRussian = placeholdersByKey(russian)
    assert.deepEqual([...inRussian.keys()].sort(), [...inEnglish.keys()].sort())
    for (const [key, placeholders] of inEnglish) assert.deepEqual(inRussian.get(key), placeholders, key)
  })

  test(`${name}: every text is used`, () => {
    const isUsed = usedKeys(sources)
    assert.deepEqual(
      [...placeholdersByKey(english).keys()].filter(key => !isUsed(key)),
      [],
    )
  })
}

/** The plural forms of a text count as one key. */
function placeholdersByKey(catalogue: object) {
  const texts = Object.entries(flatten(catalogue)).map(([key, text]) => {
    const placeholders = [...text.matchAll(/\{\{\w+\}\}/g)].map(([placeholder]) => placeholder)
    return [key.replace(/_(zero|one|few|many|other)$/, ''), placeholders.sort()] as const
  })
  return new Map(texts)
}

function flatten(tree: object, prefix = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(tree).map(([key, value]: [string, string | object]) =>
      typeof value === 'string' ? { [prefix + key]: value } : flatten(value, `${prefix}${key}.`),
    ),
  )
}

/** Keys are written out ('projects.title') or built from a template (`projects.roles.${role}`). */
function usedKeys(folders: string[]) {
  const files = folders.flatMap(folder => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
  const source = files
    .filter(file => !file.includes('/locales/'))
    .map(file => readFileSync(root + file, 'utf8'))
    .join('\n')
  const literals = new Set([...source.matchAll(/['"`](?:ui:|app:)?([\w.:-]+)['"`]/g)].map(([, key]) => key))
  const templates = [...source.matchAll(/`(?:ui:|app:)?(\w+\.[^`\s]*\$\{[^`]*)`/g)].map(
    ([, template = '']) => {
      const parts = template.split(/\$\{[^}]*\}/).map(part => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
      return new RegExp(`^${parts.join('[\\w:-]+(\\.[\\w-]+)?')}$`)
    },
  )
  return (key: string) => literals.has(key) || templates.some(template => template.test(key))
}
