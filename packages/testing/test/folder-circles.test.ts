import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { foldersInCircles } from '../src/import-circles.ts'

for (const folder of [...globSync('packages/*/src'), ...globSync('apps/*/src')]) {
  test(`no folders of ${folder} need each other in a circle`, () =>
    assert.deepEqual(foldersInCircles(pathToFileURL(`${folder}/`)), []))
}

test('a circle of three folders is found, also if its imports are types; the source folder itself does not count', () => {
  const source = mkdtempSync(join(tmpdir(), 'circles-'))
  const files = {
    'main.ts': "import './a/one.ts'",
    'a/one.ts': "import type { Two } from '#b/two.ts'",
    'b/two.ts': "import '../c/deep/three.ts'",
    'c/deep/three.ts': "void import('../../a/other.ts')",
    'a/other.ts': "import '../main.ts'",
    'd/four.ts': "import './inner/five.ts'",
    'd/inner/five.ts': "import '../a/one.ts'",
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(source, name)), { recursive: true })
    writeFileSync(join(source, name), text)
  }
  assert.deepEqual(foldersInCircles(pathToFileURL(`${source}/`)), ['a', 'b', 'c/deep'])
  rmSync(source, { recursive: true })
})
