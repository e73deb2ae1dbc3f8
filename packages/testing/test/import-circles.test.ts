import { globSync } from 'node:fs'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { checkImportCircles } from '../src/import-circles.ts'

// The services and the web application have tests of their own, beside the order of their chapters.
for (const folder of [...globSync('packages/*/src'), 'apps/admin/src', 'apps/console/src']) {
  test(`no files of ${folder} import each other in a circle`, () => {
    checkImportCircles(pathToFileURL(`${folder}/`))
  })
}
