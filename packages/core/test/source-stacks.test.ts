import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createFolder } from '@atrium/testing/run-folder'
import { showSourcesInStacks } from '../src/source-stacks.ts'

test('a stack names the files of a bundle whose maps a newer build has replaced', async t => {
  const folder = createFolder('bundle')
  const file = join(folder, 'part.mjs')
  writeFileSync(file, "export const fail = () => new Error('It failed')")
  const prepare = Error.prepareStackTrace
  t.after(() => {
    Error.prepareStackTrace = prepare
  })
  showSourcesInStacks(folder)
  const { fail } = await import(pathToFileURL(file).href)
  assert.match(fail().stack, /^Error: It failed\n {4}at fail \(file:\S+part\.mjs:1:\d+\)/)
})
