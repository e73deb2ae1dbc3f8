import { createHash } from 'node:crypto'

interface Options {
  identityUrl: string
  /** This service's own client, which asks. */
  credentials: { clientId: string; clientSecret: string }
  /** Seconds for which a positive answer may be kept. */
  keepSeconds: number
  /** Whether this instance hears of sign-outs at the others; while it does not, it keeps no answer. */
  hearsSignOuts: () => boolean
  now: () => Date
}

interface Asked {
  digest: string
  token: string
  sub: string | null
}

/** What has ended: the tokens with these digests, and all of a user's that are no longer active. */
export interface Ended {
  sub?: string | undefined
  digests: string[]
}

const TIMEOUT_MS = 5000
const TRUSTED_WHILE_AWAY_MS = 300_000
const PAUSE_WHILE_AWAY_MS = 2000
const ANSWERS_KEPT = 10_000

/** Whether tokens are revoked, as the identity service says it, with its latest positive answers. */
export function createIntrospection({ identityUrl, credentials, keepSeconds, hearsSignOuts, now }: Options) {
  const answers = new Map<string, { at: number; sub: string | null }>()
  const underWay = new Map<string, Promise<boolean>>()
  const next = new Map<string, Promise<boolean>>()
  const headers = { 'content-type': 'application/json', authorization: basicOf(credentials) }
  let endings = 0
  let awayUntil = Number.NEGATIVE_INFINITY

  /** With `mustAsk` no answer counts that was given before the question. */
  async function isActive(asked: Asked, mustAsk: boolean) {
    const time = now().getTime()
    const age = time - (answers.get(asked.digest)?.at ?? Number.NEGATIVE_INFINITY)
    if (!mustAsk && hearsSignOuts() && age < keepSeconds * 1000) return true
    const mayTrust = age < TRUSTED_WHILE_AWAY_MS
    if (mayTrust && time < awayUntil) return true
    try {
      return await (mustAsk ? askAfterwards(asked) : askOnce(asked))
    } catch (error) {
      awayUntil = now().getTime() + PAUSE_WHILE_AWAY_MS
      if (mayTrust) return true // the last answer still stands
      throw error
    }
  }

  /** However many requests come with one token, it is asked about once at a time. */
  function askOnce(asked: Asked) {
    const running = underWay.get(asked.digest)
    if (running) return running
    const answer = ask(asked).finally(() => {
      if (underWay.get(asked.digest) === answer) underWay.delete(asked.digest)
    })
    underWay.set(asked.digest, answer)
    return answer
  }

  /** A question that is under way may be answered already; all who come meanwhile share the one after it. */
  function askAfterwards(asked: Asked) {
    const running = underWay.get(asked.digest)
    if (!running) return askOnce(asked)
    const waiting = next.get(asked.digest)
    if (waiting) return waiting
    const answer = running
      .catch(() => {})
      .then(() => {
        next.delete(asked.digest)
        return askOnce(asked)
      })
    next.set(asked.digest, answer)
    return answer
  }

  async function ask({ digest, token, sub }: Asked) {
    const endingsBefore = endings
    const response = await fetch(`${identityUrl}/token/introspect`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ token }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`Introspection answered ${response.status}`)
    const { active } = (await response.json()) as { active?: boolean }
    if (active === undefined) throw new Error('Introspection answered something else')
    if (!active) answers.delete(digest)
    else if (endings === endingsBefore) keepNewest(answers, digest, { at: now().getTime(), sub })
    return active
  }

  /** Answers that are still on their way are not kept, and nobody who asks from now on waits for them. */
  function forget({ sub, digests }: Ended) {
    endings += 1
    underWay.clear()
    for (const digest of digests) answers.delete(digest)
    if (sub === undefined) return
    for (const [digest, answer] of answers) if (answer.sub === sub) answers.delete(digest)
  }

  function forgetAll() {
    endings += 1
    underWay.clear()
    answers.clear()
  }

  return { isActive, forget, forgetAll, signOutsHeard: () => (hearsSignOuts() ? endings : undefined) }
}

export function digestOf(token: string) {
  return createHash('sha256').update(token).digest('base64url')
}

export function keepNewest<Value>(kept: Map<string, Value>, key: string, value: Value) {
  kept.delete(key)
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (kept.size > ANSWERS_KEPT && oldest) kept.delete(oldest)
}

/** RFC 6749 §2.3.1: both halves are form-encoded before they are joined. */
function basicOf({ clientId, clientSecret }: Options['credentials']) {
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':')
  return `Basic ${Buffer.from(pair).toString('base64')}`
}
