import { AsyncResource } from 'node:async_hooks'

/** The test runner attributes what starts in a test file to this file; what several files share belongs to the process. */
const ofProcess = new AsyncResource('ATRIUM_TESTS')
const closings: (() => unknown)[] = []
let runsSeveralFiles = false

/** Says that this process runs one file after the other and calls `endProcess` after the last one. */
export function expectSeveralFiles() {
  runsSeveralFiles = true
}

export function canShare() {
  return runsSeveralFiles
}

/** Starts what outlives the test file that needs it first. */
export function forProcess<T>(start: () => T) {
  return ofProcess.runInAsyncScope(start)
}

export function atProcessEnd(close: () => unknown) {
  closings.push(close)
}

/** Closes what the test files of this process shared, the newest first. */
export async function endProcess() {
  for (const close of closings.reverse()) await close()
}
