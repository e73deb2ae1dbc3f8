import { type Cache, createCache } from '@atrium/cache/create-cache'
import type { Bus, Message } from '@atrium/events/bus'
import type { Actor } from '#access-control/actor.ts'
import type { SharedEvent } from '#events.ts'

export interface Claims {
  iss: string
  aud: string
  sub: string | null
  jti: string
  client_id: string
  scopes: string[]
  iat: number
  nbf: number
  exp: number
}

export interface CheckedToken {
  actor: Actor
  claims: Claims
}

/** By the whole token: with another signature it is another key. Hashing it would be the most expensive part of a read. */
export type TokenCache = Cache<string, CheckedToken>

export function createTokenCache(bus: Bus, now: () => Date): TokenCache {
  return createCache(bus, {
    max: 20_000,
    evictedBy: message => evictedTags(message as Message<SharedEvent>),
    tagsOf: ({ actor: { id: userId, tokenId, familyId, clientId } }) =>
      tags({ tokenId, familyId, userId, clientId }),
    isFresh: ({ claims }) => claims.exp * 1000 > now().getTime(),
  })
}

function evictedTags(event: Message<SharedEvent>) {
  if (event.name === 'RightsChanged') return event.userId === undefined ? 'all' : tags(event)
  return event.name === 'TokensRevoked' ? tags(event) : undefined
}

interface Owners {
  tokenId?: string
  familyId?: number | null
  userId?: number | null
  clientId?: string
}

function tags({ tokenId, familyId, userId, clientId }: Owners) {
  return Object.entries({ tokenId, familyId, userId, clientId })
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name} ${value}`)
}
