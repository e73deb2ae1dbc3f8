import { ValidationFailed } from '@atrium/core/errors'
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
import { type Answer, type Claim, createClaim, HEADER, inProgress, KeyTaken } from './claim.ts'
import { type OwnerColumn, requestQueries } from './idempotent-request.queries.ts'

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
    /** The key of the request, until it is answered. */
    claim: Claim | null
  }
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
export function replayAnswers<DB, Actor>(app: App, options: Idempotency<DB, Actor>) {
  const { ownerColumn, ownerOf, limitsOf, digest } = options
  const deps = { ...options, queries: requestQueries<DB>(ownerColumn) }

  /** A file is compared by name, size and sha256: its content is a function, which JSON leaves out. */
  function claimOf(key: string, actor: Actor, content: unknown[]) {
    if (!VISIBLE_CHARACTERS.test(key)) {
      throw new ValidationFailed({ [HEADER]: 'visible_characters_expected' })
    }
    const requestDigest = digest(JSON.stringify([...content, ...limitsOf(actor)]))
    return createClaim(deps, { owner: ownerOf(actor), key, requestDigest })
  }

  const claimKey: preHandlerHookHandler = (request, reply, done) => {
    const key = request.headers['idempotency-key']
    if (key === undefined) return done()
    const { method, url, body, actor } = request
    const claim = claimOf(String(key), actor as Actor, [method, url, body])
    const work = () => {
      request.claim = claim
      claim.run(done) // the handler and everything after it
    }
    if (request.routeOptions.config.onlyReadsFirst) return work()
    const answer = isUpload(request) ? claim.findAnswer() : claim.awaitAnswer()
    answer.then(found => (found ? replay(reply, found) : work()), done)
  }

  app.decorateRequest('claim', null)
  app.decorate('runOnce', ({ key, actor, content }, work) =>
    runOnce(claimOf(key, actor as Actor, content), work),
  )
  app.addHook('onRoute', route => {
    if (route.method !== 'POST' || !route.config?.access?.rule.token) return
    route.config = describeKey(route.config)
    route.preHandler = [route.preHandler ?? [], claimKey].flat()
    route.handler = handleOnce(route.handler)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { claim } = request
    if (!claim) return done(null, payload)
    request.claim = null
    settle(claim, request, { status: reply.statusCode, text: String(payload ?? '') }).then(
      first => done(null, first ? setAnswer(reply, first).text : payload),
      done,
    )
  })
  app.addHook('onResponse', (request, _reply, done) => {
    request.claim?.rollback().catch(() => {})
    done()
  })
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
function isUpload({ routeOptions }: FastifyRequest) {
  return routeOptions.config.maxFileBytes !== undefined
}

/**
 * Runs the handler once more after a lost conflict, or if the key was taken by a request that has failed since. An upload
 * is not repeated: its file has been read. A request without a key has nothing to repeat: each of its transactions has
 * been.
 */
function handleOnce(handler: RouteHandler): RouteHandler {
  return function (request, reply) {
    const answer = () => handler.call(this, request, reply)
    const { claim } = request
    if (!claim) return answer()
    const answering = isUpload(request) ? Promise.resolve(answer()) : claim.repeatAfterConflict(answer)
    return answering.catch(async error => {
      if (!(error instanceof KeyTaken)) throw error
      request.claim = null
      const first = await claim.awaitAnswer()
      if (first) return replay(reply, first)
      if (isUpload(request)) return claim.rollback().then(() => Promise.reject(inProgress()))
      request.claim = claim
      return answer()
    })
  }
}

/** Runs a call once. What is refused is rolled back with its claim, so that a repeat is judged again. */
async function runOnce(claim: Claim, work: () => Promise<string>) {
  const first = await claim.awaitAnswer()
  if (first) return first.text
  try {
    const text = await claim.repeatAfterConflict(() => claim.run(work))
    await claim.saveAnswer({ status: 200, text })
    return text
  } catch (error) {
    await claim.rollback()
    throw error
  }
}

/**
 * Saves the answer and commits. An error on our side rolls everything back, the claim too, so that the request can be sent
 * again. Returns the answer of another request with the key that was first.
 */
async function settle(claim: Claim, { log }: FastifyRequest, answer: Answer) {
  if (answer.status >= 500) return claim.rollback().then(() => undefined)
  try {
    return await claim.saveFirstAnswer(answer)
  } catch (error) {
    if (answer.status < 400) throw error
    await claim
      .saveRefusal(answer)
      .catch(reason => log.warn({ err: reason }, 'the answer of a refused request was not saved'))
  }
}

function replay(reply: FastifyReply, first: Answer) {
  return reply.send(setAnswer(reply, first).text)
}

function setAnswer(reply: FastifyReply, first: Answer) {
  reply.code(first.status).header('idempotency-replayed', 'true').type('application/json; charset=utf-8')
  return first
}
