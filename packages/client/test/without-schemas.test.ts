import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { test } from 'node:test'
import { standInSource } from '../vite/without-schemas.ts'

const root = new URL('../../../', import.meta.url)
const standIn = `data:text/javascript,${encodeURIComponent(standInSource)}`
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typebox' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})

test('every contract loads in the browser, where schemas are empty', async () => {
  const files = globSync('{apps,packages}/*/src/**/*.contract.ts', { cwd: root })
  assert.ok(files.length > 20)
  for (const file of files) await assert.doesNotReject(import(new URL(file, root).href), file)
})
