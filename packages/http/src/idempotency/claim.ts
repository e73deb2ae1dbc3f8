import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError, ValidationFailed } from '@atrium/core/errors'
import { openText, sealText } from '@atrium/core/sealed-text'
import { createOuterTransaction } from '@atrium/database/outer-transaction'
import { isLostConflict } from '@atrium/database/retry-transaction'
import { settleAll } from '@atrium/database/transaction'
import type { Kysely } from 'kysely'
import {
  type AnsweredRequest,
  type IdempotentRequest,
  isAnsweredBefore,
  type RequestQueries,
} from './idempotent-request.queries.ts'

export const HEADER = 'Idempotency-Key'
const VALID_MS = 24 * 3600 * 1000
const MAX_WAIT_MS = 2000
const PAUSE_MS = 50

export interface Answer {
  status: number
  text: string
}

interface ClaimDeps<DB> {
  db: Kysely<DB>
  now: () => Date
  queries: RequestQueries<DB>
  /** Seals answers, which may contain a secret, such as the token of an invitation. */
  secret: string
}

/** Another request has the key, or had it. */
export class KeyTaken extends Error {
  readonly answered: AnsweredRequest | undefined

  constructor(answered: AnsweredRequest | undefined) {
    super('the key is taken')
    this.answered = answered
  }
}

/** A key of a request, and the transaction in which it is claimed, used and answered. */
export type Claim = ReturnType<typeof createClaim>

/** The claim is made when the transaction opens: with its first statement at the latest. */
export function createClaim<DB>(deps: ClaimDeps<DB>, request: IdempotentRequest) {
  const { db, now, queries, secret } = deps
  const purpose = `answer to ${request.owner} for ${request.key}`
  const transaction = createOuterTransaction(db, claimIn, lockIn)
  let isAnswered = false

  /** Sent with the work, which is undone if there is an answer already: it cannot be saved a second time. */
  async function lockIn(tx: Kysely<DB>) {
    if (!(await queries.lockKey(tx, request))) throw new KeyTaken(undefined)
  }

  /** Both statements are sent at once. The second one sees what a transaction that had the key has committed. */
  async function claimIn(tx: Kysely<DB>) {
    const [isLocked, found] = await settleAll([
      queries.lockKey(tx, request),
      queries.findAnswered(tx, request),
    ])
    const answered = unlessExpired(found, now())
    if (!isLocked || answered) throw new KeyTaken(answered)
  }

  /** Returns what keeps the transaction from opening, if anything does. */
  async function tryToOpen() {
    try {
      await transaction.open()
    } catch (error) {
      if (error instanceof KeyTaken) return error
      throw error
    }
  }

  /** Opens the transaction to work in, or returns the first answer. */
  async function awaitAnswer() {
    for (let waited = 0; waited <= MAX_WAIT_MS; waited += PAUSE_MS) {
      const taken = await tryToOpen()
      if (!taken) return undefined
      if (taken.answered) return readAnswer(taken.answered)
      await sleep(PAUSE_MS)
    }
    throw inProgress()
  }

  async function findAnswer() {
    const found = unlessExpired(await queries.findAnswered(db, request), now())
    return found && readAnswer(found)
  }

  function readAnswer({ requestDigest, status, answer }: AnsweredRequest): Answer {
    if (requestDigest !== request.requestDigest) {
      throw new ValidationFailed({ [HEADER]: 'key_already_used' })
    }
    return { status: status ?? 200, text: openText(secret, purpose, answer ?? '') }
  }

  function seal(text: string) {
    return sealText(secret, purpose, text)
  }

  /** Sends the answer to the database together with the commit. */
  async function saveAnswer({ status, text }: Answer) {
    const at = now()
    const saved = { ...request, status, answer: seal(text) }
    try {
      await transaction.commit(tx => queries.insertAnswered(tx, [saved], at.toISOString(), expiredBefore(at)))
    } catch (error) {
      await transaction.rollback().catch(() => {})
      throw isAnsweredBefore(error) ? new KeyTaken(undefined) : error
    }
  }

  /** Returns the first answer instead if there is one. */
  async function saveFirstAnswer(answer: Answer) {
    if (isAnswered) return undefined
    const first = await awaitAnswer()
    if (first) return first
    try {
      await saveAnswer(answer)
    } catch (error) {
      if (!(error instanceof KeyTaken)) throw error
      const saved = await findAnswer()
      if (!saved) throw inProgress()
      return saved
    }
  }

  /** Saves a refusal in a new transaction, after a failed statement has ended the one of the request. */
  async function saveRefusal(refusal: Answer) {
    if (!(await tryToOpen())) await saveAnswer(refusal)
  }

  /** Runs the work, and once more from its beginning if its transaction lost a conflict with a concurrent one. */
  async function repeatAfterConflict<Result>(work: () => Result | Promise<Result>) {
    try {
      return await work()
    } catch (error) {
      if (!isLostConflict(error)) throw error
      await transaction.restart()
      return work()
    }
  }

  /** Notes that the transaction of a batch has saved the answer. */
  function setAnswered() {
    isAnswered = true
  }

  const { run, rollback } = transaction
  return {
    deps: deps as ClaimDeps<unknown>,
    request,
    seal,
    setAnswered,
    run,
    rollback,
    awaitAnswer,
    findAnswer,
    saveAnswer,
    saveFirstAnswer,
    saveRefusal,
    repeatAfterConflict,
  }
}

function unlessExpired(found: AnsweredRequest | undefined, now: Date) {
  const isValid = found?.answer != null && found.createdAt >= expiredBefore(now)
  return isValid ? found : undefined
}

export function expiredBefore(now: Date) {
  return new Date(now.getTime() - VALID_MS).toISOString()
}

/** A retry that overtakes the first request waits a little for its answer, then has to try again. */
export function inProgress() {
  return new DomainError(409, 'in_progress', {}, { headers: { 'retry-after': '1' } })
}
