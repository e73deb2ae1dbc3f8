import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g

/** Fails when files import each other in a circle, type imports included. */
export function checkImportCircles(source: URL) {
  assert.deepEqual(filesInCircles(importsIn(source)), [])
}

/** The folders that need each other in a circle, type imports included. The source folder itself does not count. */
export function foldersInCircles(source: URL) {
  const pairs = [...importsIn(source)].flatMap(([file, targets]) =>
    targets.map(target => ({ from: dirname(file), to: dirname(target) })),
  )
  const between = pairs.filter(({ from, to }) => from !== to && from !== '.' && to !== '.')
  const needs = Map.groupBy(between, ({ from }) => from)
  const isInCircle = (folder: string) => {
    const reached = new Set<string>()
    const waiting = [folder]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const { to } of needs.get(next) ?? []) {
        if (to === folder) return true
        if (!reached.has(to)) waiting.push(to)
        reached.add(to)
      }
    }
    return false
  }
  return [...needs.keys()].filter(isInCircle).sort()
}

function importsIn(source: URL) {
  const folder = fileURLToPath(source)
  const files = globSync('**/*.{ts,tsx}', { cwd: folder })
  return new Map(files.map(file => [file, importsOf(folder, file)]))
}

/** Imports within the source folder: `./x.ts` is relative, `#x.ts` starts at the top. */
function importsOf(folder: string, file: string) {
  const text = readFileSync(join(folder, file), 'utf8')
  return [...text.matchAll(IMPORT)].flatMap(([, target = '']) => {
    if (target.startsWith('#')) return [target.slice(1)]
    return target.startsWith('.') ? [normalize(join(dirname(file), target))] : []
  })
}

/** Repeatedly removes files that import no other file or are imported by none; what remains is in a circle. */
function filesInCircles(imports: Map<string, string[]>) {
  let left = new Set(imports.keys())
  for (;;) {
    const importing = [...left].filter(file => imports.get(file)?.some(target => left.has(target)))
    const imported = new Set(importing.flatMap(file => imports.get(file) ?? []))
    const remaining = new Set(importing.filter(file => imported.has(file)))
    if (remaining.size === left.size) return [...left].sort()
    left = remaining
  }
}
