import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { changedTests } from '../src/changed-tests.ts'

function filesFor(...changed: string[]) {
  return changedTests(changed).flatMap(pattern => globSync(pattern))
}

test('a change in a chapter runs the tests of this chapter and the quick ones of the service', () => {
  const files = filesFor('apps/tasks/src/boards/column.queries.ts')
  assert.ok(files.includes('apps/tasks/test/boards/columns.test.ts'))
  assert.ok(files.includes('apps/tasks/test/service/import-order.test.ts'))
  assert.ok(!files.some(file => file.startsWith('apps/tasks/test/templates/')))
  assert.ok(!files.some(file => file.startsWith('apps/identity/')))
})

test('a change outside of a chapter runs all tests of the workspace', () => {
  for (const file of ['apps/tasks/src/app.ts', 'apps/tasks/migrations/001-foundation.sql']) {
    const files = filesFor(file)
    assert.ok(files.includes('apps/tasks/test/templates/templates.test.ts'), file)
  }
  assert.ok(filesFor('apps/web/src/data/tasks/tasks.ts').includes('apps/web/test/task-list.test.ts'))
})

test('a change in a package runs its tests and those of both services', () => {
  const files = filesFor('packages/http/src/process/serve.ts')
  for (const start of ['packages/http/', 'apps/identity/', 'apps/tasks/']) {
    assert.ok(files.some(file => file.startsWith(start)))
  }
})

test('every chapter with tests is a folder of the sources', () => {
  for (const service of ['identity', 'tasks']) {
    const folders = globSync(`apps/${service}/test/*/*.test.ts`).map(file => file.split('/')[3] as string)
    const chapters = new Set(globSync(`apps/${service}/src/*/*`).map(file => file.split('/')[3]))
    for (const folder of new Set(folders)) assert.ok(folder === 'service' || chapters.has(folder), folder)
  }
})

test('changes elsewhere run no service tests', () => {
  assert.deepEqual(filesFor('docs/architecture.md', 'e2e/people.ts'), [])
})
