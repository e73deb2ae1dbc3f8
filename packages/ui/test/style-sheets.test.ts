import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

test('no style sheet uses light-dark(), which the build replaces by variables that nothing sets', () => {
  const files = globSync(['apps/*/src/**/*.css', 'packages/ui/src/**/*.css'], { cwd: root })
  assert.ok(files.length > 50)
  assert.deepEqual(
    files.filter(file => readFileSync(root + file, 'utf8').includes('light-dark(')),
    [],
  )
})
