/** What became of a request: `ok`, the status of the answer, or how there was none. */
export type Outcome = 'ok' | 'lost connection' | 'timeout' | `${number}`

export interface Attempt {
  outcome: Outcome
  endedAt: number
}

const TIMEOUT_MS = 30_000

export interface Sender {
  attempts: Attempt[]
  send: <T>(url: string, init?: RequestInit) => Promise<T | undefined>
}

/** Sends requests and records what became of each of them. */
export function createSender(): Sender {
  const attempts: Attempt[] = []
  const record = (outcome: Outcome) => attempts.push({ outcome, endedAt: performance.now() })
  return {
    attempts,
    /** The body of a good answer, otherwise undefined. */
    async send<T>(url: string, init: RequestInit = {}) {
      try {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
        const body = await response.text()
        record(response.ok ? 'ok' : `${response.status}`)
        return response.ok ? (JSON.parse(body) as T) : undefined
      } catch (error) {
        record((error as Error).name === 'TimeoutError' ? 'timeout' : 'lost connection')
        return undefined
      }
    },
  }
}
