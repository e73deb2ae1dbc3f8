import { describeError } from '@atrium/core/errors'
import { languageOf } from '@atrium/core/language'
import type { FastifyInstance } from 'fastify'
import { ERROR } from './schemas.contract.ts'
import { scimTypes } from './scim.errors.ts'

const MEDIA_TYPE = 'application/scim+json'

/** SCIM has a media type and an error body of its own (RFC 7644 §3.1, §3.12); `app` is a context with only its routes. */
export function speakScim(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(MEDIA_TYPE, { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else void parseJson(request, text as string, done)
  })
  app.addHook('preSerialization', async (_request, reply) => {
    reply.type(`${MEDIA_TYPE}; charset=utf-8`)
  })
  app.setErrorHandler((thrown, request, reply) => {
    const error = app.codedError(thrown)
    if (error.statusCode >= 500 && error.code !== 'maintenance')
      request.log.error({ err: thrown }, 'request failed')
    const { message, fields = {} } = describeError(app.errorCatalogue, languageOf(request), error)
    const details = Object.entries(fields).map(([field, texts]) => `${field}: ${texts.join(', ')}`)
    // RFC 7644 knows no 422.
    const status = error.statusCode === 422 ? 400 : error.statusCode
    const scimType = scimTypes[error.code]
    reply.errorCode = error.code
    return reply
      .code(status)
      .headers(error.headers)
      .serializer(JSON.stringify)
      .type(`${MEDIA_TYPE}; charset=utf-8`)
      .send({
        schemas: [ERROR],
        status: String(status),
        ...(scimType && { scimType }),
        detail: details.length > 0 ? details.join('; ') : message,
      })
  })
}
