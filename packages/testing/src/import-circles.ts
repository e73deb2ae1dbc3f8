import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g

/** Fails when files import each other in a circle, type imports included. */
export function checkImportCircles(source: URL) {
  const folder = fileURLToPath(source)
  const files = globSync('**/*.{ts,tsx}', { cwd: folder })
  const imports = new Map(files.map(file => [file, importsOf(folder, file)]))
  assert.deepEqual(filesInCircles(imports), [])
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
