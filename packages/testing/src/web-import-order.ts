import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A folder imports only itself and folders before it. Files beside the folders, such as the router, are not restricted. */
const layers = ['locales', 'data', 'live', 'task-text', 'features', 'pages']

/** `pages → features → task-text → live → data`; a feature never imports another feature. */
export function checkWebImportOrder(source: URL) {
  const folder = fileURLToPath(source)
  const violations = globSync('**/*.{ts,tsx}', { cwd: folder }).flatMap(file =>
    importsOf(folder, file).flatMap(target => (isAllowed(file, target) ? [] : [`${file} imports ${target}`])),
  )
  assert.deepEqual(violations, [])
}

function importsOf(folder: string, file: string) {
  const text = readFileSync(join(folder, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    normalize(join(dirname(file), target)),
  )
}

function isAllowed(file: string, target: string) {
  const [layer = '', feature] = file.split('/')
  const [targetLayer = '', targetFeature] = target.split('/')
  if (!layers.includes(layer) || !layers.includes(targetLayer)) return true
  if (layer === 'features' && targetLayer === 'features') return feature === targetFeature
  return layers.indexOf(targetLayer) <= layers.indexOf(layer)
}
