import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#deps.ts'
import type { Tokens } from './identity-client.ts'
import { openTokens, refreshDigest, sealTokens } from './sealed-tokens.ts'
import {
  claimRefresh,
  deleteRefresh,
  deleteRefreshesBefore,
  findRefresh,
  saveOutcome,
  takeOutcome,
} from './session-refresh.queries.ts'

const PATIENCE_MS = 8000
const OUTCOME_KEPT_MS = 30_000
const LOOK_EVERY_MS = 40

const underWay = new Map<string, Promise<Tokens | undefined>>()

/** One refresh per refresh token at a time, in this process and across instances; all who wait get its answer. */
export function refreshOnce(deps: Deps, refreshToken: string): Promise<Tokens | undefined> {
  const running = underWay.get(refreshToken)
  if (running) return running
  const refresh = refreshAcrossInstances(deps, refreshToken).finally(() => underWay.delete(refreshToken))
  underWay.set(refreshToken, refresh)
  return refresh
}

/** What a refresh token was exchanged for a moment ago; whoever comes next with it gets no answer from here. */
export async function forgetRefresh({ db }: Deps, refreshToken: string): Promise<Tokens | undefined> {
  const outcome = await takeOutcome(db, refreshDigest(refreshToken))
  return outcome ? openTokens(refreshToken, outcome) : undefined
}

async function refreshAcrossInstances(deps: Deps, refreshToken: string): Promise<Tokens | undefined> {
  const digest = refreshDigest(refreshToken)
  const deadline = deps.now().getTime() + PATIENCE_MS
  while (deps.now().getTime() < deadline) {
    if (await claimRefresh(deps.db, digest, deps.now(), PATIENCE_MS))
      return refreshNow(deps, digest, refreshToken)
    const found = await findRefresh(deps.db, digest)
    if (found?.outcome) return openTokens(refreshToken, found.outcome)
    await sleep(LOOK_EVERY_MS)
  }
  return deps.identity.refresh(refreshToken)
}

async function refreshNow({ db, identity, now }: Deps, digest: string, refreshToken: string) {
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
