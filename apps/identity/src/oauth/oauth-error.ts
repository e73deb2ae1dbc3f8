import { textOf } from '@atrium/core/catalogue'
import { DomainError } from '@atrium/core/coded-errors'
import { constraintErrors } from '@atrium/database/constraint-errors'
import type { FastifyInstance, FastifyReply } from 'fastify'

type Code =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** RFC 6749 §5.2 allows a description these characters alone, whatever it quotes. */
const FOREIGN = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/gu

/** An error of RFC 6749 §5.2; each says in its description what is wanted. */
export class OAuthError extends Error {
  readonly code: Code
  constructor(code: Code, description: string) {
    super(description.replace(FOREIGN, '?'))
    this.code = code
  }
}

/** Libraries expect RFC 6749's own error body at the token routes; `app` is a context of theirs alone. */
export function replyWithOAuthErrors(app: FastifyInstance) {
  app.addHook('onRoute', route => {
    route.config = { ...route.config, hasOAuthErrors: true }
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
  })
  const translate = constraintErrors(app.errorCatalogue)
  app.setErrorHandler((thrown: Error, request, reply) => {
    const error = translate(thrown) as Error & { statusCode?: number; headers?: object; code?: string }
    if (error instanceof OAuthError) return sendOAuthError(reply, error)
    if (error.code === 'two_factor_required') return askForCode(reply)
    const { statusCode = 500 } = error
    if (statusCode >= 500) throw error
    const text = describe(app, error)
    if (statusCode === 429) {
      const body = { error: 'temporarily_unavailable', error_description: text }
      return reply
        .code(429)
        .headers(error.headers as Record<string, string>)
        .send(body)
    }
    // The credentials are correct, but the email address is unconfirmed or the password has to be changed.
    if ([401, 403].includes(statusCode)) return sendOAuthError(reply, new OAuthError('invalid_grant', text))
    const description = statusCode === 422 || statusCode === 400 ? 'The request is malformed' : text
    request.log.debug({ err: error }, 'malformed token request')
    return reply
      .code(statusCode === 422 ? 400 : statusCode)
      .send({ error: 'invalid_request', error_description: description })
  })
}

function describe({ errorCatalogue }: FastifyInstance, error: Error) {
  if (!(error instanceof DomainError)) return error.message
  return textOf(errorCatalogue, 'en', error.code, error.params)
}

/** An error that every library knows, with a field for those who know more. */
function askForCode(reply: FastifyReply) {
  const error_description = 'This account needs a code of its authenticator too: send two_factor_code'
  return reply.code(400).send({ error: 'invalid_grant', error_description, two_factor_required: true })
}

function sendOAuthError(reply: FastifyReply, { code, message }: OAuthError) {
  if (code === 'invalid_client') reply.code(401).header('www-authenticate', 'Basic realm="Atrium"')
  else reply.code(400)
  return reply.send({ error: code, error_description: message })
}
