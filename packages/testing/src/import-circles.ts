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
  assert.deepEqual(circlesIn(imports), [])
}

/** Inside the same source folder: `./x.ts` beside the file, `#x.ts` from the top. */
function importsOf(folder: string, file: string) {
  const text = readFileSync(join(folder, file), 'utf8')
  return [...text.matchAll(IMPORT)].flatMap(([, target = '']) => {
    if (target.startsWith('#')) return [target.slice(1)]
    return target.startsWith('.') ? [normalize(join(dirname(file), target))] : []
  })
}

/** Strongly connected components of more than one file, by Tarjan's algorithm. */
function circlesIn(imports: Map<string, string[]>) {
  const indexes = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const circles: string[][] = []

  function visit(file: string) {
    const index = indexes.size
    indexes.set(file, index)
    let low = index
    path.push(file)
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue
      if (!indexes.has(target)) visit(target)
      if (path.includes(target)) low = Math.min(low, lowest.get(target) ?? indexes.get(target) ?? low)
    }
    lowest.set(file, low)
    if (low !== index) return
    const circle = path.splice(path.indexOf(file))
    if (circle.length > 1) circles.push(circle.sort())
  }

  for (const file of imports.keys()) if (!indexes.has(file)) visit(file)
  return circles
}
