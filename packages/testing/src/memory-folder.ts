import { statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const MEMORY_FOLDER = '/dev/shm'
/** What the tests of services and browsers write at most, with room for the processes themselves. */
const ENOUGH_BYTES = 8 * 2 ** 30

/**
 * Keeps the temporary files of the tests in memory if there is enough of it. They create hundreds of databases that nobody
 * needs afterwards, and on a slow disk they would wait for it most of the time. `TMPDIR` chooses another folder.
 */
export function useMemoryFolder() {
  if (process.env.TMPDIR || freemem() < ENOUGH_BYTES || freeBytes(MEMORY_FOLDER) < ENOUGH_BYTES) return
  process.env.TMPDIR = MEMORY_FOLDER
}

function freeBytes(folder: string) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0 // only Linux has it
  }
}
