import { createCache } from '@atrium/cache/create-cache'
import { createCounter } from '@atrium/core/measure'
import { sha256 } from '@atrium/core/sha256'
import type { Bus } from '@atrium/events/bus'
import { createPost, type OwnClient } from './post-json.ts'

/** Tokens that have to be asked about again: those with these digests or this id, and all of the user or of the client. */
export interface DoubtedTokens {
  digests?: string[]
  tokenId?: string | undefined
  sub?: string | undefined
  clientId?: string | undefined
}

export interface IntrospectionOptions {
  identityUrl: string
  /** This service's own client. */
  client: OwnClient
  /** Seconds for which a positive answer may be cached. */
  cacheSeconds: number
  /** How long an answer may take. */
  timeoutMs: number
  /** Carries sign-outs; while this instance cannot hear them, it asks each time. */
  bus: Bus
  /** Which tokens a message of the bus is about. */
  doubtedBy: (message: object) => DoubtedTokens | 'all' | undefined
  /** Whether everything that the identity service has confirmed to anyone has been heard here, see `Announcements`. */
  isUpToDate: () => boolean
  now: () => Date
}

interface Introspected<Claims> {
  token: string
  /** The claims of a token whose signature has been verified. */
  claims?: Claims
}

/** What the identity service says about an active token (RFC 7662), as far as this service needs it. */
export interface IntrospectionAnswer {
  sub?: string
  scope?: string
  exp?: number
  jti?: string
  client_name?: string
  token_name?: string
  project_ids?: number[]
  /** Whether the user has the role owner there; older releases of the identity service do not say. */
  is_owner?: boolean
}

/** Reads go on for this long after the last positive answer if the identity service fails; changes are refused. */
const READS_TRUSTED_MS = 300_000
/** For this long after a failed question, reads that are still trusted do not ask again. */
const OUTAGE_PAUSE_MS = 2000

/** Whether tokens are still active, according to the identity service. Only positive answers are cached. */
export function createIntrospection<Claims extends TaggedClaims>(
  { identityUrl, client, cacheSeconds, timeoutMs, bus, doubtedBy, isUpToDate, now }: IntrospectionOptions,
  completeClaims: (answer: IntrospectionAnswer, verified: Claims | undefined) => Claims,
) {
  const post = createPost(`${identityUrl}/token/introspect`, { client, timeoutMs })
  const uses = createCounter('hit', 'miss', 'asked')
  let outageUntil = Number.NEGATIVE_INFINITY

  const answers = createCache<string, { claims: Claims; at: number }>(bus, {
    max: 10_000,
    evictedBy: message => {
      const doubted = doubtedBy(message)
      return typeof doubted === 'object' ? tagsOf(doubted) : doubted
    },
    tagsOf: ({ claims: { sub, jti, client_id } }, token) =>
      tagsOf({ digests: [sha256(token)], sub: sub ?? undefined, tokenId: jti, clientId: client_id }),
    isFresh: ({ claims, at }) => {
      const time = now().getTime()
      return time - at < cacheSeconds * 1000 && time < claims.exp * 1000
    },
  })

  async function findActive(introspected: Introspected<Claims>, isChange: boolean) {
    const { token } = introspected
    const known = answers.find(token)
    if (known && isReliable(known, isChange)) {
      uses.add('hit')
      return known.claims
    }
    uses.add(known ? 'asked' : 'miss')
    const load = () => ask(introspected)
    if (isChange) return (await answers.reload(token, load))?.claims
    return (await askForRead(token, () => answers[known ? 'reload' : 'get'](token, load)))?.claims
  }

  /**
   * Changes, and whatever owners do, rely on a cached answer only while this service is up to date. Otherwise it asks from
   * then on, and a change is refused if nobody answers.
   */
  function isReliable({ claims }: { claims: Claims }, isChange: boolean) {
    const isSensitive = isChange || claims.isOwner
    return !isSensitive || isUpToDate()
  }

  async function askForRead<Answer>(token: string, question: () => Promise<Answer>) {
    const last = findTrusted(token)
    if (last && now().getTime() < outageUntil) return last
    try {
      return await question()
    } catch (error) {
      outageUntil = now().getTime() + OUTAGE_PAUSE_MS
      // Read again: the session may have ended here while the question was pending.
      const stillTrusted = last && findTrusted(token)
      if (stillTrusted) return stillTrusted
      throw error
    }
  }

  function findTrusted(token: string) {
    const last = answers.peek(token)
    return last && now().getTime() - last.at < READS_TRUSTED_MS ? last : undefined
  }

  async function ask({ token, claims }: Introspected<Claims>) {
    const { status, body } = await post({ token })
    if (status !== 200) throw new Error(`Introspection answered ${status}`)
    const { active, ...answer } = JSON.parse(body) as { active?: boolean } & IntrospectionAnswer
    if (active === undefined) throw new Error('Introspection answered without "active"')
    return active ? { claims: completeClaims(answer, claims), at: now().getTime() } : undefined
  }

  return {
    /** The claims of a token that is still active. */
    findActive,
    /** The claims of a token that was active when it was last asked about. */
    lastClaims: (token: string) => answers.peek(token)?.claims,
    signOutsHeard: answers.evictions,
    cacheUses: uses.read,
  }
}

/** What a token can be named by, and how long an answer about it counts. A client's token has no user. */
interface TaggedClaims {
  sub: string | null
  jti: string
  client_id: string
  exp: number
  isOwner?: boolean
}

function tagsOf({ digests = [], sub, tokenId, clientId }: DoubtedTokens) {
  const names = Object.entries({ user: sub, token: tokenId, client: clientId })
  return [
    ...digests,
    ...names.filter(([, value]) => value !== undefined).map(([name, value]) => `${name} ${value}`),
  ]
}
