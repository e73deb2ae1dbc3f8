import { availableParallelism } from 'node:os'
import { Unavailable } from '@atrium/core/errors'
import { hash, verify } from '@node-rs/argon2'
import { lowerWorkerThreads } from './background-priority.ts'

/** argon2id with OWASP's parameters. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One more than there are cores, since each looks into the database before it hashes; of libuv's four threads one
// stays free for signing and files, however many people sign in.
const AT_ONCE = Math.min(3, availableParallelism() + 1)
// A few seconds of hashing on one core: who comes later would have given up before their turn.
const MOST_WAITING = 200
const RETRY_AFTER_SECONDS = 5
let haveYielded = false
let running = 0
const waiting: (() => void)[] = []

export function hashPassword(password: string) {
  return inTurn(() => hash(password, parameters))
}

/** To be called in turn. */
export function verifyHash(passwordHash: string, password: string) {
  return verify(passwordHash, password)
}

export function hasOldParameters(passwordHash: string) {
  const { memoryCost, timeCost, parallelism } = parameters
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/** Waits until one of the few places for hashing is free; refuses when too many are waiting already. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE && waiting.length >= MOST_WAITING)
    throw new Unavailable('Too many sign-ins at once; try again in a few seconds', RETRY_AFTER_SECONDS)
  if (running >= AT_ONCE) await new Promise<void>(resolve => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    if (!haveYielded) lowerWorkerThreads() // they exist since the first work that they were given
    haveYielded = true
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
