import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import admin from '../src/en/admin.ts'
import ui from '../src/en/ui.ts'
import web from '../src/en/web.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const catalogues = [
  { name: 'web', english: web, sources: ['apps/web/src', 'packages/ui/src/feedback'] },
  { name: 'admin', english: admin, sources: ['apps/admin/src', 'packages/ui/src/feedback'] },
  { name: 'ui', english: ui, sources: ['packages/ui/src', 'apps/web/src', 'apps/admin/src'] },
]

for (const { name, english, sources } of catalogues) {
  test(`${name}: every text is used`, () => {
    const isUsed = usedKeys(sources)
    assert.deepEqual(
      keysOf(english).filter(key => !isUsed(key)),
      [],
    )
  })
}

/** Lists the keys of a catalogue; the plural forms of a text count as one. */
function keysOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]: [string, string | object]) =>
    typeof value === 'string'
      ? [prefix + key.replace(/_(zero|one|two|few|many|other)$/, '')]
      : keysOf(value, `${prefix}${key}.`),
  )
}

/** Keys are written out ('projects.title') or built from a template (`projects.roles.${role}`). */
function usedKeys(folders: string[]) {
  const files = folders.flatMap(folder => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
  const source = files.map(file => readFileSync(root + file, 'utf8')).join('\n')
  const literals = new Set([...source.matchAll(/['"`](?:ui:|app:)?([\w.:-]+)['"`]/g)].map(([, key]) => key))
  const templates = [...source.matchAll(/`(?:ui:|app:)?(\w+\.[^`\s]*\$\{[^`]*)`/g)].map(
    ([, template = '']) => {
      const parts = template.split(/\$\{[^}]*\}/).map(part => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
      return new RegExp(`^${parts.join('[\\w:-]+(\\.[\\w-]+)?')}$`)
    },
  )
  return (key: string) => literals.has(key) || templates.some(template => template.test(key))
}
