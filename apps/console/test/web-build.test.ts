import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { digestSources } from '../src/web-build.ts'

const root = `${await mkdtemp(join(tmpdir(), 'atrium-build-'))}/`
after(() => rm(root, { recursive: true }))

async function write(file: string, content: string) {
  await mkdir(dirname(join(root, file)), { recursive: true })
  await writeFile(join(root, file), content)
}

for (const [application, files] of Object.entries({
  admin: ['apps/admin/src/main.tsx', 'apps/identity/src/reference-data/country-codes.schema.ts'],
  web: ['apps/web/src/main.tsx', 'apps/tasks/src/tasks/task.schema.ts', 'packages/http/src/replies.ts'],
})) {
  test(`the ${application} application is built again after a change in any of its sources`, async () => {
    for (const file of files) {
      await write(file, 'before')
      const before = await digestSources(application, root)
      assert.equal(await digestSources(application, root), before)
      await write(file, 'after')
      assert.notEqual(await digestSources(application, root), before, file)
    }
  })
}

test('a change that no application has in it leaves the built ones as they are', async () => {
  const before = await digestSources('admin', root)
  await write('apps/identity/src/users/user.queries.ts', 'select 1')
  await write('apps/identity/test/users.test.ts', 'test()')
  assert.equal(await digestSources('admin', root), before)
})
