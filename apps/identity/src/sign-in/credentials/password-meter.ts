import { Worker } from 'node:worker_threads'
import { Unavailable } from '#errors.ts'
import type { PasswordOwner, PasswordStrength } from './password-strength.ts'

// The worst password takes some 30 ms, so the last in the queue waits for about a second.
const MAX_QUEUE = 40
const RETRY_AFTER_SECONDS = 5

/** Measures passwords in one thread, so that no request stops the event loop, however hard its password is to rate. */
export interface PasswordMeter {
  /** Refused if the queue is full. */
  measure: (password: string, owner: PasswordOwner) => Promise<PasswordStrength>
  close: () => Promise<unknown>
}

interface Waiting {
  resolve: (strength: PasswordStrength) => void
  reject: (error: unknown) => void
}

/** The thread starts with the first password, since its dictionaries take 50 MB and a good part of a second. */
export function createPasswordMeter(): PasswordMeter {
  // The thread answers in the order of the questions.
  const queue: Waiting[] = []
  let thread: Worker | undefined

  function startThread() {
    const started = new Worker(new URL('./password-thread.ts', import.meta.url))
    started.on('message', (strength: PasswordStrength) => {
      queue.shift()?.resolve(strength)
      if (queue.length === 0) started.unref() // an idle thread does not keep the process running
    })
    started.on('error', fail)
    started.on('exit', () => fail(new Error('the thread that measures passwords has ended')))
    return started
  }

  /** The next password starts another thread. */
  function fail(error: unknown) {
    thread = undefined
    for (const { reject } of queue.splice(0)) reject(error)
  }

  return {
    measure: (password, { email, phone, surname, name, patronymic }) => {
      if (queue.length >= MAX_QUEUE) {
        throw new Unavailable('too_many_password_checks', { retryAfter: RETRY_AFTER_SECONDS })
      }
      thread ??= startThread()
      thread.ref()
      thread.postMessage({ password, owner: { email, phone, surname, name, patronymic } })
      return new Promise((resolve, reject) => queue.push({ resolve, reject }))
    },
    close: async () => thread?.terminate(),
  }
}
