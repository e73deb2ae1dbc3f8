import { TooManyRequests } from '@atrium/core/errors'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#deps.ts'
import { countInvitationsBy } from './invitation.queries.ts'

const HOUR_SECONDS = 3600
const MOST_LETTERS = 200
const MOST_TO_ONE_ADDRESS = 10

/** Whoever has signed up can make projects: that must not become a way to write to everybody, or to one without end. */
export async function refuseManyLetters(tx: Database, actor: Actor, email: string, now: Date) {
  const since = new Date(now.getTime() - HOUR_SECONDS * 1000).toISOString()
  const { invited, toAddress } = await countInvitationsBy(tx, actor.id, email, since)
  if (invited < MOST_LETTERS && toAddress < MOST_TO_ONE_ADDRESS) return
  throw new TooManyRequests('You have sent too many invitations; try again in an hour', HOUR_SECONDS)
}
