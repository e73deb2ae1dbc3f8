import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '@atrium/http/create-app'
import { DomainError, ValidationFailed } from '@atrium/http/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from './access.ts'
import type { Deps } from './deps.ts'
import {
  claimRequest,
  findRequest,
  type IdempotentRequest,
  releaseRequest,
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
    /** Held while the first request with a key is at work. */
    idempotencyClaim: IdempotentRequest | null
  }
}

/**
 * A POST that carries an Idempotency-Key runs once: whoever sends it again within a day gets the first answer. To be
 * added after the access checks, whose order of hooks it follows: a refused request claims nothing.
 */
export function repeatAnswers(app: App, deps: Deps) {
  app.decorateRequest('idempotencyClaim', null)
  describeKey(app)
  app.addHook('preHandler', (request, reply, done) => {
    const isMeant = request.method === 'POST' && request.actor !== null
    const key = isMeant ? request.headers['idempotency-key'] : undefined
    if (key === undefined) return done()
    claimOrRepeat(deps, request, reply, String(key)).then(isOurs => isOurs && done(), done)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const claim = request.idempotencyClaim
    if (!claim) return done(null, payload)
    request.idempotencyClaim = null
    // An answer that could not be kept is sent all the same. Its claim stays: the request is not run again.
    settle(deps, claim, reply.statusCode, payload)
      .catch(error => request.log.error({ err: error }, 'an answer could not be kept for its key'))
      .finally(() => done(null, payload))
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

/** Whether the request is ours to run; otherwise it is answered here. */
async function claimOrRepeat(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
): Promise<boolean> {
  if (!VISIBLE.test(key)) throw new ValidationFailed({ [HEADER]: ['must be 1 to 255 visible characters'] })
  const claim = { userId: actorOf(request).id, key, requestDigest: digestOf(request) }
  const now = deps.now()
  if (await claimRequest(deps.db, claim, now.toISOString(), expiredBefore(now))) {
    request.idempotencyClaim = claim
    return true
  }
  const first = await firstAnswer(deps, claim)
  if (!first) return claimOrRepeat(deps, request, reply, key)
  reply
    .code(first.status)
    .header('idempotency-replayed', 'true')
    .type('application/json; charset=utf-8')
    .send(openText(deps.settings.TASKS_CLIENT_SECRET, purposeOf(claim), first.answer))
  return false
}

/** A retry that overtakes the first request waits a little for its answer; there is none when that failed on our side. */
async function firstAnswer({ db }: Deps, claim: IdempotentRequest) {
  for (let waited = 0; waited <= PATIENCE_MS; waited += PAUSE_MS) {
    const first = await findRequest(db, claim)
    if (!first) return undefined
    if (first.requestDigest !== claim.requestDigest) {
      throw new ValidationFailed({ [HEADER]: ['was used for another request already; choose a new one'] })
    }
    const { status, answer } = first
    if (status !== null && answer !== null) return { status, answer }
    await sleep(PAUSE_MS)
  }
  throw stillAtWork()
}

/** Nor is it known what became of a first request whose instance died: it is not run again before its key expires. */
function stillAtWork() {
  return new DomainError(409, 'The first request with this key is still at work', {
    details: { reason: 'in_progress' },
    headers: { 'retry-after': '1' },
  })
}

/** What failed on our side was rolled back and may be tried again. */
async function settle({ db, settings }: Deps, claim: IdempotentRequest, status: number, body: unknown) {
  if (status >= 500) return releaseRequest(db, claim)
  // It may hold a secret, as an invitation's token.
  const answer = sealText(settings.TASKS_CLIENT_SECRET, purposeOf(claim), String(body ?? ''))
  await saveAnswer(db, claim, { status, answer })
}

function purposeOf({ userId, key }: IdempotentRequest) {
  return `answer to ${userId} for ${key}`
}

/** A file counts by its name, size and sha256: its content is a function, which JSON leaves out. */
function digestOf({ method, url, body }: FastifyRequest) {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body]))
    .digest('base64url')
}

function expiredBefore(now: Date) {
  return new Date(now.getTime() - KEPT_MS).toISOString()
}
