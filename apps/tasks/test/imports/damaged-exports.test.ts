import { test } from 'node:test'
import fc from 'fast-check'
import { FileNotRead } from '#imports/plan/import-format.ts'
import { exported, planFile } from './planned.ts'

/** The exports of `exports` that are JSON, by the format that reads them. */
const exports = {
  wekan: 'wekan.json',
  plane: 'plane.json',
  jira: 'jira.json',
  github: 'github.json',
  gitlab: 'gitlab.json',
  gitea: 'gitea.json',
}

const odd = fc.constantFrom('a\0\u0007', 'a\n\t\u0085\u2028b', 'a\ud83d', '@[1]'.repeat(4000), '?', 1e300, -1)
const anything = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary', maxLength: 700 }), odd)

for (const [format, file] of Object.entries(exports)) {
  test(`whatever an export of ${format} is filled with, only what the server takes is planned`, () => {
    const content: unknown = JSON.parse(exported(file).toString())
    const places = placesIn(content)
    const changes = fc.array(fc.tuple(fc.constantFrom(...places), anything), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(changes, fc.boolean(), (all, withArchived) => {
        const damaged = all.reduce((now, [place, value]) => replaced(now, place, value), content)
        try {
          planFile(format, Buffer.from(JSON.stringify(damaged)), { withArchived })
        } catch (error) {
          if (!(error instanceof FileNotRead)) throw error
        }
      }),
    )
  })
}

/** The path of every value but the whole. */
function placesIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...placesIn(inner).map(place => [key, ...place]),
  ])
}

/** A copy with another value in one place, if the place is still there. */
function replaced(content: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  if (typeof content !== 'object' || content === null) return content
  if (Array.isArray(content)) {
    return content.map((entry, index) => (String(index) === key ? replaced(entry, rest, value) : entry))
  }
  return Object.fromEntries(
    Object.entries(content).map(([name, entry]) => [
      name,
      name === key ? replaced(entry, rest, value) : entry,
    ]),
  )
}
