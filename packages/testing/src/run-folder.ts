import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'

/** For files of the tests; removed at the end of the run. */
export function runFolder() {
  const folder = process.env.ATRIUM_TEST_FOLDER
  if (!folder) throw new Error('Run the tests with `npm run test:services`: it creates their folder')
  return folder
}

export function createFolder(name: string) {
  return mkdtempSync(join(runFolder(), `${name}-`))
}
