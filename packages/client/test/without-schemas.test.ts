import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

test('every contract loads in the browser, where schemas are empty', () => {
  // In a process of its own: the stand-in replaces the schema library for everything that is loaded after it.
  const script = fileURLToPath(new URL('load-contracts.ts', import.meta.url))
  const loaded = execFileSync(process.execPath, [script], { encoding: 'utf8' })
  assert.ok(Number(loaded) > 20)
})
