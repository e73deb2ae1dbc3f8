import { createOuterTransaction } from '@atrium/database/outer-transaction'
import type { Kysely } from 'kysely'
import { type Claim, expiredBefore } from './claim.ts'
import { lockOf } from './idempotent-request.queries.ts'

/** Some requests of a batch cannot be handled in it, because their keys are taken. */
export class KeysTaken extends Error {
  readonly claims: Claim[]

  constructor(claims: Claim[]) {
    super('keys are taken')
    this.claims = claims
  }
}

type Claims = [Claim, ...Claim[]]

/** The transaction in which several keys are claimed, used and answered: with its first statement and with its commit. */
export function createBatchTransaction(claims: Claims) {
  const { db, queries, now } = claims[0].deps
  const transaction = createOuterTransaction(db, claimIn)

  /** The statement does not see who had a key while it was waiting to run; saving a second answer fails, though. */
  async function claimIn(tx: Kysely<unknown>) {
    const requests = claims.map(claim => ({ ...claim.request, claim }))
    const taken = await queries.lockKeys(tx, requests, expiredBefore(now()))
    if (taken.length > 0) throw new KeysTaken(taken.map(({ claim }) => claim))
  }

  async function saveAnswers(answers: Map<Claim, string>) {
    const at = now()
    const saved = [...answers].map(([{ request, seal }, text]) => ({
      ...request,
      status: 200,
      answer: seal(text),
    }))
    const save = (tx: Kysely<unknown>) =>
      queries.insertAnswered(tx, saved, at.toISOString(), expiredBefore(at))
    await transaction.commit(saved.length > 0 ? save : undefined)
    for (const claim of answers.keys()) claim.setAnswered()
  }

  const { run, rollback } = transaction
  return { run, rollback, saveAnswers }
}

/** Returns all but the first of those with the same key: one transaction would get its lock twice. */
export function listRepeated(claims: Claim[]) {
  const byKey = Map.groupBy(claims, ({ request }) => lockOf(request))
  return [...byKey.values()].flatMap(([, ...repeated]) => repeated)
}
