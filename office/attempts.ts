/** A request with its answer, or with the reason why there was none. */
export interface Attempt {
  /** The activity that sent it. */
  kind: string
  outcome: Outcome
  endedAt: number
  milliseconds: number
  /** Whether it creates or changes something and the server cannot recognize it when it is sent again. */
  isUnkeyedPost: boolean
}

/** The status of the answer, how there was none, or that the pages of a sign-in led to no session. */
export type Outcome = 'lost connection' | 'timeout' | 'failed sign-in' | number

export type Fetch = (address: string, init: RequestInit) => Promise<Response>

const TIMEOUT_MS = 30_000

/** An error of the server, or no answer: a refusal is neither. */
export function isFailure({ outcome }: Pick<Attempt, 'outcome'>) {
  return typeof outcome === 'string' || outcome === 429 || outcome >= 500
}

export type Recorder = ReturnType<typeof recordAttempts>

/** Sends requests as `fetch` does and keeps what became of each of them. */
export function recordAttempts(attempts: Attempt[], kindOf: () => string) {
  const start = (isUnkeyedPost: boolean) => {
    const kind = kindOf()
    const startedAt = performance.now()
    return (outcome: Outcome) => {
      const endedAt = performance.now()
      attempts.push({ kind, outcome, endedAt, milliseconds: endedAt - startedAt, isUnkeyedPost })
    }
  }
  const send: Fetch = async (address, init) => {
    const end = start(isUnkeyedPost(address, init))
    const limit = AbortSignal.timeout(TIMEOUT_MS)
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit
    try {
      const response = await fetch(address, { ...init, signal })
      const body = await response.text()
      end(response.status)
      return new Response(body || null, response)
    } catch (error) {
      end(limit.aborted ? 'timeout' : 'lost connection')
      throw error
    }
  }
  return {
    fetch: send,
    /** For a request that is sent in another way; to be called with its outcome. */
    start,
  }
}

/** Signing in can be repeated at any time. */
const signIns = ['/token', '/user/login']

function isUnkeyedPost(address: string, { method, headers }: RequestInit) {
  const isChange = method === 'POST' && !signIns.includes(new URL(address).pathname)
  return isChange && !new Headers(headers).has('idempotency-key')
}
