import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'

/** What the tests of one run write, and what goes with them. */
export function runFolder() {
  const folder = process.env.ATRIUM_TEST_FOLDER
  if (!folder) throw new Error('Run the tests with `npm run test:services`: it makes their folder')
  return folder
}

export function createFolder(name: string) {
  return mkdtempSync(join(runFolder(), `${name}-`))
}
