import type { Bus, Message } from '@atrium/events/bus'
import type { RightsChanged, SharedEvent, TokensRevoked } from '#events.ts'
import type { CheckedToken } from './check-access-token.ts'

const TOKENS_KEPT = 20_000

/** Tokens that were checked before, until anybody revokes them anywhere. */
export interface TokenCache {
  find: (name: string, now: Date) => CheckedToken | undefined
  /** Taken before the look-up that it is about; a revocation in between makes the answer worthless. */
  moment: () => number
  remember: (name: string, checked: CheckedToken, moment: number) => void
}

/** While messages cannot be heard nothing is remembered: every check goes to the database. */
export function createTokenCache(bus: Bus): TokenCache {
  const kept = new Map<string, CheckedToken>()
  let revocations = 0

  bus.onMessage(message => {
    const event = message as Message<SharedEvent>
    if (event.name !== 'TokensRevoked' && event.name !== 'RightsChanged') return
    revocations += 1
    for (const [name, checked] of kept) if (isMeant(event, checked)) kept.delete(name)
  })
  bus.onGap(() => {
    revocations += 1
    kept.clear()
  })

  return {
    find: (name, now) => {
      const checked = bus.isListening() ? kept.get(name) : undefined
      return checked && checked.claims.exp * 1000 > now.getTime() ? checked : undefined
    },
    moment: () => revocations,
    remember: (name, checked, moment) => {
      if (moment !== revocations) return
      kept.set(name, checked)
      const [oldest] = kept.keys()
      if (kept.size > TOKENS_KEPT && oldest !== undefined) kept.delete(oldest)
    },
  }
}

function isMeant(event: Message<TokensRevoked | RightsChanged>, { actor }: CheckedToken) {
  if (event.name === 'RightsChanged') return event.userId === undefined || actor.id === event.userId
  const { tokenId, familyId, userId, clientId } = event
  return (
    actor.tokenId === tokenId ||
    (familyId !== undefined && actor.familyId === familyId) ||
    (userId !== undefined && actor.id === userId) ||
    actor.clientId === clientId
  )
}
