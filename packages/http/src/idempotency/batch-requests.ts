import type { Contract } from '@atrium/core/contract'
import { batch } from '@atrium/database/batch'
import { isRefusedStatement } from '@atrium/database/constraint-errors'
import { isInOuterTransaction } from '@atrium/database/outer-transaction'
import { JsonText } from '../routes/replies.ts'
import { currentRequest } from '../routes/request-log.ts'
import { compileSerializer } from '../routes/request-validation.ts'
import { createBatchTransaction, KeysTaken, listRepeated } from './batched-claims.ts'
import { type Claim, KeyTaken } from './claim.ts'

interface Member<Row> {
  row: Row
  /** The Idempotency-Key of the request, if it has one. */
  claim: Claim | undefined
}

/** How often a request waits for the next batch before it is handled alone. */
const MAX_BATCHES = 10

/**
 * Handles requests that arrive at the same time in one transaction, which also saves the answers of those that have an
 * Idempotency-Key. `work` returns the replies in the order of its rows, `next` for a row that belongs into the next batch,
 * undefined for one that it leaves out. A request for which this returns undefined has to be handled alone: it was left
 * out, or a statement of the batch failed. For one whose key is taken, this throws `KeyTaken`.
 */
export function batchRequests<Row, Reply extends object>(
  contract: Contract,
  work: (rows: Row[]) => Promise<(Reply | 'next' | undefined)[]>,
) {
  type Replies = Map<Member<Row>, JsonText | 'next'>
  type Outcomes = Map<Member<Row>, JsonText | 'next' | KeyTaken>
  const serialize = compileSerializer({ schema: contract.reply } as never)

  const handle = batch(async (members: Member<Row>[]) => {
    const repeated = listRepeated(members.flatMap(({ claim }) => claim ?? []))
    const outcomes = await handleWithout(repeated, members)
    return members.map(member => outcomes.get(member))
  })

  async function handleMembers(members: Member<Row>[]): Promise<Outcomes> {
    try {
      return members.length === 0 ? new Map() : await handleInTransaction(members)
    } catch (error) {
      if (error instanceof KeysTaken) return handleWithout(error.claims, members)
      if (isRefusedStatement(error)) return new Map()
      throw error
    }
  }

  /** A key that is taken concerns its own request only. */
  async function handleWithout(taken: Claim[], members: Member<Row>[]) {
    const isTaken = ({ claim }: Member<Row>) => claim !== undefined && taken.includes(claim)
    const outcomes = await handleMembers(members.filter(member => !isTaken(member)))
    for (const member of members.filter(isTaken)) outcomes.set(member, new KeyTaken(undefined))
    return outcomes
  }

  async function handleInTransaction(members: Member<Row>[]): Promise<Outcomes> {
    const [first, ...others] = members.flatMap(({ claim }) => claim ?? [])
    if (!first) return replyTo(members)
    const transaction = createBatchTransaction([first, ...others])
    try {
      const replies = await transaction.run(() => replyTo(members))
      await transaction.saveAnswers(new Map([...replies].flatMap(answerOf)))
      return replies
    } catch (error) {
      await transaction.rollback().catch(() => {})
      throw error
    }
  }

  async function replyTo(members: Member<Row>[]): Promise<Replies> {
    const replies = await work(members.map(({ row }) => row))
    return new Map(
      members.flatMap((member, index) => {
        const reply = replies[index]
        if (reply === undefined) return []
        return [[member, reply === 'next' ? reply : new JsonText(serialize(reply))]]
      }),
    )
  }

  return async (row: Row): Promise<JsonText | undefined> => {
    // Another request cannot share a transaction that has been opened for this one.
    if (isInOuterTransaction()) return undefined
    const { claim } = (currentRequest() ?? {}) as { claim?: Claim | null }
    const member = { row, claim: claim ?? undefined }
    for (let batches = 0; batches < MAX_BATCHES; batches += 1) {
      const outcome = await handle(member)
      if (outcome instanceof KeyTaken) throw outcome
      if (outcome !== 'next') return outcome
    }
  }
}

function answerOf([{ claim }, reply]: [Member<unknown>, JsonText | 'next']): [Claim, string][] {
  return claim && reply !== 'next' ? [[claim, reply.text]] : []
}
