import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

const BACKGROUND = 10

/**
 * On Linux a thread has a priority of its own: hashing and signing threads give way to the one that answers
 * requests, so a storm of sign-ins slows token checks little. Elsewhere nothing changes.
 */
export function lowerWorkerThreads() {
  if (process.platform !== 'linux') return
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim()
      if (name === 'libuv-worker') setPriority(Number(thread), BACKGROUND)
    }
  } catch {
    // A thread that has just ended, or a kernel that hides them: then they stay equal.
  }
}
