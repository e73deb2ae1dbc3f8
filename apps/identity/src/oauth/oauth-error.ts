import { textOf } from '@atrium/core/catalogue'
import { DomainError } from '@atrium/core/errors'
import { constraintErrors } from '@atrium/database/constraint-errors'
import { fillIn, type Params, type ParamsOf } from '@atrium/texts/fill-in'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { oauthRefusals } from './oauth.errors.ts'

type Refusals = typeof oauthRefusals
type Rest<Needed> = object extends Needed ? [] : [params: Needed]

/** The characters that RFC 6749 §5.2 does not allow in a description. */
const NOT_ALLOWED = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/gu

/** The OAuth endpoints reply to it as RFC 6749 §5.2 requires, all other routes in the common shape. */
export class OAuthError<Reason extends keyof Refusals = keyof Refusals> extends DomainError {
  override name = 'OAuthError'
  readonly error: Refusals[Reason]['error']
  readonly description: string

  constructor(reason: Reason, ...rest: Rest<ParamsOf<Refusals[Reason]['en']>>) {
    const params: Params = rest[0] ?? {}
    const { error, en } = oauthRefusals[reason]
    const isGrant = error === 'invalid_grant'
    const headers: Record<string, string> = isGrant ? { 'www-authenticate': 'Bearer' } : {}
    super(isGrant ? 401 : 400, reason, isGrant ? params : { error, ...params }, { headers })
    this.error = error
    this.description = descriptionOf(fillIn(en, params, 'en'))
  }
}

function descriptionOf(text: string) {
  return text.replace(NOT_ALLOWED, '?')
}

/** OAuth libraries expect the error body of RFC 6749; `app` is a context with only these routes. */
export function replyWithOAuthErrors(app: FastifyInstance) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
    done()
  })
  const translate = constraintErrors(app.errorCatalogue)
  app.setErrorHandler((thrown: Error, request, reply) => {
    const error = translate(thrown) as Error & Partial<DomainError>
    if (error instanceof OAuthError) return sendOAuthError(reply, error)
    if (error.code === 'two_factor_required') return requestCode(reply)
    const { statusCode = 500 } = error
    if (statusCode >= 500) throw error
    const description = describe(app, error)
    if (statusCode === 429) {
      reply.headers(error.headers ?? {})
      return send(reply, 429, 'temporarily_unavailable', description)
    }
    // The credentials are correct, but the user has to do something else first, such as confirming the address.
    if ([401, 403].includes(statusCode)) return send(reply, 400, 'invalid_grant', description)
    request.log.debug({ err: error }, 'malformed token request')
    if ([400, 422].includes(statusCode))
      return send(reply, 400, 'invalid_request', 'The request is malformed')
    return send(reply, statusCode, 'invalid_request', description)
  })
}

function describe({ errorCatalogue }: FastifyInstance, error: Error) {
  if (!(error instanceof DomainError)) return descriptionOf(error.message)
  return descriptionOf(textOf(errorCatalogue, 'en', error.code, error.params))
}

/** A standard error, with an additional field for clients that know it. */
function requestCode(reply: FastifyReply) {
  const error_description = 'This account requires a code from its authenticator app: send two_factor_code'
  return reply.code(400).send({ error: 'invalid_grant', error_description, two_factor_required: true })
}

function sendOAuthError(reply: FastifyReply, { error, description, code }: OAuthError) {
  if (code === 'account_archived') {
    return reply.code(400).send({ error, error_description: description, account_archived: true })
  }
  if (error !== 'invalid_client') return send(reply, 400, error, description)
  return send(reply.header('www-authenticate', 'Basic realm="Atrium"'), 401, error, description)
}

function send(reply: FastifyReply, status: number, error: string, error_description: string) {
  return reply.code(status).send({ error, error_description })
}
