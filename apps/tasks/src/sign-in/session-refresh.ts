import { setTimeout as sleep } from 'node:timers/promises'
import { openText, sealText } from '@atrium/core/sealed-text'
import { sha256 } from '@atrium/core/sha256'
import type { Database } from '#database.ts'
import type { IdentityClient, Tokens } from './identity-client.ts'

/** More than the identity service needs to answer, so that a refresh is not claimed twice. */
const MARGIN_MS = 3000
const OUTCOME_KEPT_MS = 30_000
const POLL_MS = 40
const PURPOSE = 'refreshed session'

export interface SessionRefresh {
  /** Once per refresh token at a time, in this process and across instances; concurrent callers share the outcome. */
  refresh: (refreshToken: string) => Promise<Tokens | undefined>
  /** What a refresh token was exchanged for a moment ago; a later refresh with it finds no outcome. */
  takeOutcome: (refreshToken: string) => Promise<Tokens | undefined>
}

interface Options {
  db: Database
  identity: IdentityClient
  /** How long the identity service may take. */
  timeoutMs: number
  now: () => Date
}

export function createSessionRefresh({ db, identity, timeoutMs, now }: Options): SessionRefresh {
  const patienceMs = timeoutMs + MARGIN_MS
  const running = new Map<string, Promise<Tokens | undefined>>()

  function refresh(refreshToken: string) {
    const current = running.get(refreshToken)
    if (current) return current
    const started = refreshAcrossInstances(refreshToken).finally(() => running.delete(refreshToken))
    running.set(refreshToken, started)
    return started
  }

  async function refreshAcrossInstances(refreshToken: string): Promise<Tokens | undefined> {
    const digest = sha256(refreshToken)
    const deadline = now().getTime() + patienceMs
    while (now().getTime() < deadline) {
      if (await claimRefresh(db, digest, now(), patienceMs)) return refreshNow(digest, refreshToken)
      const found = await findRefresh(db, digest)
      if (found?.outcome) return unsealTokens(refreshToken, found.outcome)
      await sleep(POLL_MS)
    }
    return identity.refresh(refreshToken)
  }

  async function refreshNow(digest: string, refreshToken: string) {
    try {
      const tokens = await identity.refresh(refreshToken)
      if (tokens) await saveOutcome(db, digest, sealTokens(refreshToken, tokens))
      else await deleteRefresh(db, digest)
      return tokens
    } catch (error) {
      await deleteRefresh(db, digest)
      throw error
    } finally {
      await deleteRefreshesBefore(db, new Date(now().getTime() - OUTCOME_KEPT_MS).toISOString())
    }
  }

  return {
    refresh,
    takeOutcome: async refreshToken => {
      const outcome = await takeOutcome(db, sha256(refreshToken))
      return outcome ? unsealTokens(refreshToken, outcome) : undefined
    },
  }
}

/** The key is the old refresh token itself, which is stored nowhere: only requests of the same browser can unseal it. */
function sealTokens(refreshToken: string, tokens: Tokens) {
  return sealText(refreshToken, PURPOSE, JSON.stringify(tokens))
}

function unsealTokens(refreshToken: string, sealed: string): Tokens {
  return JSON.parse(openText(refreshToken, PURPOSE, sealed))
}

/** Whether it is ours to refresh: no other request has started it, or the one that did never finished. */
async function claimRefresh(db: Database, digest: string, now: Date, patienceMs: number) {
  const startedAt = now.toISOString()
  const abandonedBefore = new Date(now.getTime() - patienceMs).toISOString()
  const claimed = await db
    .insertInto('sessionRefreshes')
    .values({ digest, startedAt })
    .onConflict(conflict =>
      conflict
        .column('digest')
        .doUpdateSet({ startedAt })
        .where('sessionRefreshes.outcome', 'is', null)
        .where('sessionRefreshes.startedAt', '<', abandonedBefore),
    )
    .returning('digest')
    .executeTakeFirst()
  return claimed !== undefined
}

async function findRefresh(db: Database, digest: string) {
  return db.selectFrom('sessionRefreshes').select('outcome').where('digest', '=', digest).executeTakeFirst()
}

async function saveOutcome(db: Database, digest: string, outcome: string) {
  await db.updateTable('sessionRefreshes').set({ outcome }).where('digest', '=', digest).execute()
}

async function takeOutcome(db: Database, digest: string) {
  const taken = await db
    .deleteFrom('sessionRefreshes')
    .where('digest', '=', digest)
    .returning('outcome')
    .executeTakeFirst()
  return taken?.outcome
}

async function deleteRefresh(db: Database, digest: string) {
  await db.deleteFrom('sessionRefreshes').where('digest', '=', digest).execute()
}

async function deleteRefreshesBefore(db: Database, moment: string) {
  await db.deleteFrom('sessionRefreshes').where('startedAt', '<', moment).execute()
}
