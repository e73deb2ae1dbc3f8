import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError, ValidationFailed } from '@atrium/core/errors'
import { openText, sealText } from '@atrium/core/sealed-text'
import { createOuterTransaction, type OuterTransaction } from '@atrium/database/outer-transaction'
import { isLostConflict } from '@atrium/database/retry-transaction'
import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  preHandlerHookHandler,
  RouteHandler,
} from 'fastify'
import type { Kysely } from 'kysely'
import { Type } from 'typebox'
import type { App } from '../app/create-app.ts'
import {
  claimRequest,
  findRequest,
  type IdempotentRequest,
  type OwnerColumn,
  updateAnswer,
} from './idempotent-request.queries.ts'

const HEADER = 'Idempotency-Key'
const VALID_MS = 24 * 3600 * 1000
const MAX_WAIT_MS = 2000
const PAUSE_MS = 50
const VISIBLE_CHARACTERS = /^[\x21-\x7e]{1,255}$/

const KeyHeader = Type.Object({
  [HEADER]: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Any unique text. A repeat within 24 hours returns the first response with `Idempotency-Replayed: true` instead of running again; with another body it is 422.',
    }),
  ),
})

declare module 'fastify' {
  interface FastifyRequest {
    /** The first request with a key, until it is answered. */
    idempotent: FirstRequest | null
  }
}

interface FirstRequest {
  claim: IdempotentRequest
  transaction: OuterTransaction
}

export interface Idempotency<DB, Actor> {
  db: Kysely<DB>
  now: () => Date
  /** The column of `idempotent_requests` that says whose key it is. */
  ownerColumn: OwnerColumn
  ownerOf: (actor: Actor) => number | string
  /** What an answer depends on besides its owner, such as the limits of a token. */
  limitsOf: (actor: Actor) => unknown[]
  /** Recognizes a request; with a secret if bodies can contain passwords. */
  digest: (content: string) => string
  /** Seals answers, which may contain a secret, such as the token of an invitation. */
  secret: string
}

/**
 * A POST with an Idempotency-Key runs once: a repeat within a day gets the first answer. Claim, work and answer are one
 * transaction, so a crash leaves all of them or none. Must be registered after the access checks: a request that they
 * refuse claims nothing.
 */
export function replayAnswers<DB, Actor>(app: App, deps: Idempotency<DB, Actor>) {
  app.decorateRequest('idempotent', null)
  app.decorate('runOnce', ({ key, actor, content }, work) =>
    runOnce(deps, claimOf(deps, key, actor as Actor, content), work),
  )
  const claimKey: preHandlerHookHandler = (request, reply, done) => {
    const key = request.headers['idempotency-key']
    if (key === undefined) return done()
    claimOrFind(deps, request, String(key)).then(found => {
      if ('answered' in found) return replay(reply, found.answered)
      request.idempotent = found
      found.transaction.run(done) // the handler and everything after it
    }, done)
  }
  app.addHook('onRoute', route => {
    if (route.method !== 'POST' || !route.config?.access?.rule.token) return
    route.config = describeKey(route.config)
    route.preHandler = [route.preHandler ?? [], claimKey].flat()
    route.handler = repeatAfterConflict(route.handler)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { idempotent } = request
    if (!idempotent) return done(null, payload)
    request.idempotent = null
    settle(deps, idempotent, request, reply.statusCode, payload).then(() => done(null, payload), done)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    request.idempotent?.transaction.rollback().catch(() => {})
    done()
  })
}

/**
 * Runs the handler once more, in a new transaction, if its transaction lost a conflict with a concurrent one. An upload is
 * not repeated: its file has been read. A request without a key has nothing to repeat: each of its transactions has been.
 */
function repeatAfterConflict(handler: RouteHandler): RouteHandler {
  return function (request, reply) {
    const answer = () => handler.call(this, request, reply)
    const { idempotent } = request
    if (!idempotent || request.routeOptions.config.maxFileBytes !== undefined) return answer()
    return repeatOnce(idempotent.transaction, answer)
  }
}

async function repeatOnce<Answer>(transaction: OuterTransaction, work: () => Answer | Promise<Answer>) {
  try {
    return await work()
  } catch (error) {
    if (!isLostConflict(error)) throw error
    await transaction.restart()
    return work()
  }
}

function describeKey(config: FastifyContextConfig): FastifyContextConfig {
  const { errors = {}, openapi } = config
  return {
    ...config,
    errors: { ...errors, 409: [...(errors[409] ?? []), 'in_progress'], 422: errors[422] ?? [] },
    openapi: { ...openapi, headers: KeyHeader },
  }
}

/** A file is stored before its record is written: no transaction waits for that. */
async function claimOrFind<DB, Actor>(deps: Idempotency<DB, Actor>, request: FastifyRequest, key: string) {
  const { method, url, body, actor } = request
  const isUpload = request.routeOptions.config.maxFileBytes !== undefined
  return awaitClaim(deps, claimOf(deps, key, actor as Actor, [method, url, body]), isUpload)
}

/** A file is compared by name, size and sha256: its content is a function, which JSON leaves out. */
function claimOf<DB, Actor>(
  { ownerColumn, ownerOf, digest, limitsOf }: Idempotency<DB, Actor>,
  key: string,
  actor: Actor,
  content: unknown[],
): IdempotentRequest {
  if (!VISIBLE_CHARACTERS.test(key)) {
    throw new ValidationFailed({ [HEADER]: 'visible_characters_expected' })
  }
  const requestDigest = digest(JSON.stringify([...content, ...limitsOf(actor)]))
  return { ownerColumn, owner: ownerOf(actor), key, requestDigest }
}

/** The transaction to work in, or the first answer. */
async function awaitClaim<DB, Actor>(
  deps: Idempotency<DB, Actor>,
  claim: IdempotentRequest,
  isUpload = false,
): Promise<FirstRequest | { answered: Answered }> {
  const transaction = createOuterTransaction(deps.db, tx => claimIn(tx, claim, deps.now()))
  for (let waited = 0; waited <= MAX_WAIT_MS; waited += PAUSE_MS) {
    const isFirst = isUpload ? undefined : await tryToOpen(transaction)
    const answered = isFirst ? undefined : await findAnswer(deps, claim)
    if (answered) return { answered }
    if (isFirst || isUpload) return { claim, transaction }
    await sleep(PAUSE_MS)
  }
  throw inProgress()
}

/** Runs a call once. What is refused is rolled back with its claim, so that a repeat is judged again. */
async function runOnce<DB, Actor>(
  deps: Idempotency<DB, Actor>,
  claim: IdempotentRequest,
  work: () => Promise<string>,
) {
  const found = await awaitClaim(deps, claim)
  if ('answered' in found) return found.answered.text
  const { transaction } = found
  try {
    const text = await repeatOnce(transaction, () => transaction.run(work))
    await saveAnswer(deps, found, 200, text)
    return text
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}

async function claimIn<DB>(tx: Kysely<DB>, claim: IdempotentRequest, now: Date) {
  const isFirst = await claimRequest(tx, claim, now.toISOString(), expiredBefore(now))
  if (!isFirst) throw inProgress()
}

async function tryToOpen(transaction: OuterTransaction) {
  try {
    await transaction.open()
    return true
  } catch (error) {
    if (error instanceof DomainError && error.code === 'in_progress') return false
    throw error
  }
}

interface Answered {
  status: number
  text: string
}

async function findAnswer<DB, Actor>(
  { db, now, secret }: Idempotency<DB, Actor>,
  claim: IdempotentRequest,
): Promise<Answered | undefined> {
  const first = await findRequest(db, claim, expiredBefore(now()))
  if (!first) return undefined
  if (first.requestDigest !== claim.requestDigest) {
    throw new ValidationFailed({ [HEADER]: 'key_already_used' })
  }
  const { status, answer } = first
  if (status === null || answer === null) return undefined
  return { status, text: openText(secret, purposeOf(claim), answer) }
}

function replay(reply: FastifyReply, { status, text }: Answered) {
  reply.code(status).header('idempotency-replayed', 'true').type('application/json; charset=utf-8').send(text)
}

/** A retry that overtakes the first request waits a little for its answer, then has to try again. */
function inProgress() {
  return new DomainError(409, 'in_progress', {}, { headers: { 'retry-after': '1' } })
}

/** An error on our side rolls everything back, the claim too, so that the request can be sent again. */
async function settle<DB, Actor>(
  deps: Idempotency<DB, Actor>,
  first: FirstRequest,
  { log }: FastifyRequest,
  status: number,
  body: unknown,
) {
  const { transaction } = first
  const isKept = status < 500 && (await tryToOpen(transaction))
  if (!isKept) return transaction.rollback()
  try {
    await saveAnswer(deps, first, status, body)
  } catch (error) {
    await transaction.rollback().catch(() => {})
    if (status < 400) throw error
    await saveRefusal(deps, first, status, body).catch(reason =>
      log.warn({ err: reason }, 'the answer of a refused request was not saved'),
    )
  }
}

async function saveAnswer<DB, Actor>(
  { db, secret }: Idempotency<DB, Actor>,
  { claim, transaction }: FirstRequest,
  status: number,
  body: unknown,
) {
  const answer = sealText(secret, purposeOf(claim), String(body ?? ''))
  await transaction.run(() => updateAnswer(db, claim, { status, answer }))
  await transaction.commit()
}

/** A failed statement has ended the transaction; the refusal is saved in a new one. */
async function saveRefusal<DB, Actor>(
  deps: Idempotency<DB, Actor>,
  first: FirstRequest,
  status: number,
  body: unknown,
) {
  if (!(await tryToOpen(first.transaction))) return
  await saveAnswer(deps, first, status, body).catch(async error => {
    await first.transaction.rollback().catch(() => {})
    throw error
  })
}

function purposeOf({ owner, key }: IdempotentRequest) {
  return `answer to ${owner} for ${key}`
}

function expiredBefore(now: Date) {
  return new Date(now.getTime() - VALID_MS).toISOString()
}
