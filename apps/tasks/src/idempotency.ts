import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError, ValidationFailed } from '@atrium/core/errors'
import { sha256 } from '@atrium/core/sha256'
import { createOuterTransaction, type OuterTransaction } from '@atrium/database/outer-transaction'
import type { App } from '@atrium/http/create-app'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from './access.ts'
import type { Database } from './database.ts'
import type { Deps } from './deps.ts'
import {
  claimRequest,
  findRequest,
  type IdempotentRequest,
  saveAnswer,
} from './idempotent-request.queries.ts'
import { openText, sealText } from './sealed-text.ts'

const HEADER = 'Idempotency-Key'
const KEPT_MS = 24 * 3600 * 1000
const PATIENCE_MS = 2000
const PAUSE_MS = 50
const VISIBLE = /^[\x21-\x7e]{1,255}$/

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
    /** While the first request with a key is at work. */
    idempotent: FirstRequest | null
  }
}

interface FirstRequest {
  claim: IdempotentRequest
  transaction: OuterTransaction
}

/**
 * A POST that carries an Idempotency-Key runs once: the same one within a day gets the first answer. Claim, work and
 * answer are one transaction: whenever this process dies, either all of them are there or none. To be added after the
 * access checks, whose order of hooks it follows: a refused request claims nothing.
 */
export function repeatAnswers(app: App, deps: Deps) {
  app.decorateRequest('idempotent', null)
  describeKey(app)
  app.addHook('preHandler', (request, reply, done) => {
    const isMeant = request.method === 'POST' && request.actor !== null
    const key = isMeant ? request.headers['idempotency-key'] : undefined
    if (key === undefined) return done()
    claimOrRepeat(deps, request, reply, String(key)).then(
      transaction => transaction?.run(done), // the handler and all that follows it
      done,
    )
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

function describeKey(app: App) {
  app.addHook('onRoute', route => {
    if (route.method !== 'POST' || !route.config?.access?.rule.token) return
    const { refuses = [], openapi } = route.config
    route.config = {
      ...route.config,
      refuses: [...refuses, 422],
      openapi: { ...openapi, headers: KeyHeader },
    }
  })
}

/** The transaction to run the request in, if it is ours to run; otherwise it is answered here. */
async function claimOrRepeat(deps: Deps, request: FastifyRequest, reply: FastifyReply, key: string) {
  if (!VISIBLE.test(key)) throw new ValidationFailed({ [HEADER]: ['must be 1 to 255 visible characters'] })
  const claim = { userId: actorOf(request).id, key, requestDigest: digestOf(request) }
  const transaction = createOuterTransaction(deps.db, tx => claimIn(tx, claim, deps.now()))
  // A file is put into the store before its record is written: no transaction waits for that.
  const isUpload = request.routeOptions.config.maxFileBytes !== undefined
  for (let waited = 0; waited <= PATIENCE_MS; waited += PAUSE_MS) {
    const isOurs = isUpload ? undefined : await isOpened(transaction)
    const answered = isOurs ? undefined : await firstAnswer(deps, claim)
    if (answered) return void repeat(deps, reply, claim, answered)
    if (isOurs || isUpload) {
      request.idempotent = { claim, transaction }
      return transaction
    }
    await sleep(PAUSE_MS)
  }
  throw new StillAtWork()
}

async function claimIn(tx: Database, claim: IdempotentRequest, now: Date) {
  const isOurs = await claimRequest(tx, claim, now.toISOString(), expiredBefore(now))
  if (!isOurs) throw new StillAtWork()
}

async function isOpened(transaction: OuterTransaction) {
  try {
    await transaction.open()
    return true
  } catch (error) {
    if (error instanceof StillAtWork) return false
    throw error
  }
}

async function firstAnswer({ db, now }: Deps, claim: IdempotentRequest) {
  const first = await findRequest(db, claim, expiredBefore(now()))
  if (!first) return undefined
  if (first.requestDigest !== claim.requestDigest) {
    throw new ValidationFailed({ [HEADER]: ['was used for another request already; choose a new one'] })
  }
  const { status, answer } = first
  return status !== null && answer !== null ? { status, answer } : undefined
}

function repeat(
  { settings }: Deps,
  reply: FastifyReply,
  claim: IdempotentRequest,
  { status, answer }: { status: number; answer: string },
) {
  reply
    .code(status)
    .header('idempotency-replayed', 'true')
    .type('application/json; charset=utf-8')
    .send(openText(settings.TASKS_CLIENT_SECRET, purposeOf(claim), answer))
}

/** A retry that overtakes the first request waits a little for its answer, then comes again. */
class StillAtWork extends DomainError {
  constructor() {
    super(409, 'The first request with this key is still at work', {
      details: { reason: 'in_progress' },
      headers: { 'retry-after': '1' },
    })
  }
}

/** What failed on our side is rolled back, the claim too, and may be tried again. */
async function settle(
  deps: Deps,
  first: FirstRequest,
  { log }: FastifyRequest,
  status: number,
  body: unknown,
) {
  const { transaction } = first
  const isOurs = status < 500 && (await isOpened(transaction))
  if (!isOurs) return transaction.rollback()
  try {
    await keepAnswer(deps, first, status, body)
  } catch (error) {
    await transaction.rollback().catch(() => {})
    if (status < 400) throw error
    await keepRefusal(deps, first, status, body).catch(reason =>
      log.warn({ err: reason }, 'a refusal was not kept'),
    )
  }
}

async function keepAnswer(
  { db, settings }: Deps,
  { claim, transaction }: FirstRequest,
  status: number,
  body: unknown,
) {
  // It may hold a secret, as an invitation's token.
  const answer = sealText(settings.TASKS_CLIENT_SECRET, purposeOf(claim), String(body ?? ''))
  await transaction.run(() => saveAnswer(db, claim, { status, answer }))
  await transaction.commit()
}

/** A statement that the database refused has ended the transaction, and nothing is left of it; the refusal holds. */
async function keepRefusal(deps: Deps, first: FirstRequest, status: number, body: unknown) {
  if (!(await isOpened(first.transaction))) return
  await keepAnswer(deps, first, status, body).catch(async error => {
    await first.transaction.rollback().catch(() => {})
    throw error
  })
}

function purposeOf({ userId, key }: IdempotentRequest) {
  return `answer to ${userId} for ${key}`
}

/** A file counts by its name, size and sha256: its content is a function, which JSON leaves out. */
function digestOf({ method, url, body }: FastifyRequest) {
  return sha256(JSON.stringify([method, url, body]))
}

function expiredBefore(now: Date) {
  return new Date(now.getTime() - KEPT_MS).toISOString()
}
