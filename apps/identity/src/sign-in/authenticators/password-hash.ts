import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, setPriority } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Unavailable } from '#errors.ts'
import { verifyForeignHash } from './foreign-hash.ts'

/** OWASP's parameters for argon2id. */
const recommended = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One more than there are cores, since each reads from the database before it hashes; of libuv's four threads one
// stays free for signing and files, however many people sign in.
const CONCURRENT = Math.min(3, availableParallelism() + 1)
// A few seconds of hashing on one core: anyone later in the queue would have given up before their turn.
const MAX_QUEUE = 200
const RETRY_AFTER_SECONDS = 5
const BACKGROUND_PRIORITY = 10

/** Hashing is limited to a few at a time, so that a storm of sign-ins leaves threads and cores for the rest. */
export interface PasswordHasher {
  hash: (password: string) => Promise<string>
  /** Call only inside `inTurn`. */
  hashInTurn: (password: string) => Promise<string>
  /** Runs work that verifies a hash when it is its turn; refused if the queue is full. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Verified for unknown users, so that the time taken does not tell them from known ones. Call only inside `inTurn`. */
  dummyHash: () => Promise<string>
  /** Whether a hash was created with other parameters. */
  isOutdated: (passwordHash: string) => boolean
}

/** Only tests use cheaper parameters. */
export function createPasswordHasher(parameters = recommended): PasswordHasher {
  const { memoryCost, timeCost, parallelism } = parameters
  const prefix = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
  const queue: (() => void)[] = []
  let running = 0
  let hasLoweredPriority = false
  let dummyHash: Promise<string> | undefined

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= CONCURRENT && queue.length >= MAX_QUEUE) {
      throw new Unavailable('too_many_sign_ins', { retryAfter: RETRY_AFTER_SECONDS })
    }
    if (running >= CONCURRENT) await new Promise<void>(resolve => queue.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      if (!hasLoweredPriority) lowerThreadPriority() // the threads exist since their first work
      hasLoweredPriority = true
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }

  const hashInTurn = (password: string) => hash(password, parameters)
  const hashPassword = (password: string) => inTurn(() => hashInTurn(password))

  return {
    hash: hashPassword,
    hashInTurn,
    inTurn,
    dummyHash: () => {
      // A failure is not kept: it would refuse every unknown user from then on.
      dummyHash ??= hashInTurn('nobody has this password').catch(error => {
        dummyHash = undefined
        throw error
      })
      return dummyHash
    },
    isOutdated: passwordHash => !passwordHash.startsWith(prefix),
  }
}

/** Verifies hashes of Atrium and those that came with imported users. Call only inside `inTurn`. */
export function verifyHash(passwordHash: string, password: string) {
  return passwordHash.startsWith('$argon2id$')
    ? verify(passwordHash, password)
    : verifyForeignHash(passwordHash, password)
}

/**
 * On Linux a thread has a priority of its own: hashing and signing threads give way to the one that answers requests,
 * so a storm of sign-ins hardly slows token checks. Elsewhere nothing changes.
 */
function lowerThreadPriority() {
  if (process.platform !== 'linux') return
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim()
      if (name === 'libuv-worker') setPriority(Number(thread), BACKGROUND_PRIORITY)
    }
  } catch {
    // A thread that has just ended, or a kernel that hides them: then priorities stay equal.
  }
}
