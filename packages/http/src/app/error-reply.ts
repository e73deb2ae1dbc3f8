import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type Catalogue, textOf } from '@atrium/core/catalogue'
import { kindOf } from '@atrium/core/error-kinds'
import { codeOf, DomainError, describeError, mapFields, ValidationFailed } from '@atrium/core/errors'
import { type Language, languageOf } from '@atrium/core/language'
import { sharedErrors } from '@atrium/core/shared.errors'
import { fieldErrors } from '@atrium/core/validation'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorPage, type WaysOn } from '../pages/error-page.ts'
import { sendPage, varyByLanguage } from '../pages/page.ts'
import { NotFound, Unavailable } from '../routes/errors.ts'
import { pathOf } from '../routes/request-path.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the error that was sent. */
    errorCode: string | undefined
  }
  interface FastifyInstance {
    /** Turns whatever was thrown into a coded error. */
    codedError: (thrown: unknown) => DomainError
  }
}

interface Options {
  isDevelopment: boolean
  /** Turns the error of a library, such as a violated constraint, into a coded one. */
  translate: (error: unknown) => unknown
  /** Where someone who opens a page without a session is sent. */
  signInAddress?: (request: FastifyRequest) => string
  sendError: SendError
}

/** The one place that turns an error into a reply. */
export function replyToErrors(app: FastifyInstance, options: Options) {
  const { isDevelopment, translate, signInAddress, sendError } = options
  app.decorate('codedError', thrown => domainError(translate(thrown)))
  app.setErrorHandler((thrown, request, reply) => {
    const error = app.codedError(thrown)
    if (error.statusCode >= 500 && error.code !== 'maintenance')
      request.log.error({ err: thrown }, 'request failed')
    if (error.leadsToSignIn && signInAddress && wantsPage(request)) {
      return reply.redirect(signInAddress(request), 302)
    }
    return sendError(request, reply, error, isDevelopment ? traceOf(thrown, request) : {})
  })
  app.setNotFoundHandler((request, reply) => {
    const error = new NotFound('address_not_found', { path: pathOf(request) })
    return sendError(request, reply, error, isDevelopment ? traceOf(error, request) : {})
  })
}

/** For an address that cannot be decoded or is too long: it never reaches a route or its hooks. */
export function badAddressReply(sendError: SendError, isDevelopment: boolean) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = new DomainError(error.statusCode ?? 400, 'malformed_address')
    const trace = isDevelopment ? traceOf(error, request) : {}
    sendError(request, reply.header('x-request-id', request.id), refusal, trace)
  }
}

const codesOfBrokenRequests: Record<string, 'headers_too_large' | 'request_timeout'> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Invalid HTTP never becomes a request; its sender still gets an error in the common shape. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const reason = codesOfBrokenRequests[error.code ?? ''] ?? 'malformed_request'
  const code = sharedErrors[reason].status
  const message = textOf(sharedErrors, 'en', reason)
  const body = JSON.stringify({
    error: { code, message, details: { reason, kind: kindOf(sharedErrors, code, reason) } },
  })
  const head = [
    `HTTP/1.1 ${code} ${STATUS_CODES[code]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const codesByFastifyCode: Record<string, string> = {
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_FILES_LIMIT: 'too_many_files',
  FST_FIELDS_LIMIT: 'too_many_fields',
  FST_PARTS_LIMIT: 'too_many_parts',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body_length_mismatch',
}

const codesByStatus: Record<number, string> = {
  400: 'malformed_request',
  412: 'precondition_failed',
  413: 'body_too_large',
  415: 'unsupported_content_type',
  416: 'range_not_satisfiable',
}

function domainError(error: unknown) {
  if (error instanceof DomainError) return error
  const { validation, statusCode = 500, code = '' } = error as FastifyError
  if (validation) return new ValidationFailed(fieldErrors(validation))
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Unavailable('no_space_left', { retryAfter: 60 }, { cause: error })
  }
  if (statusCode >= 500) return new DomainError(500, 'internal_error', {}, { cause: error })
  return new DomainError(statusCode, codesByFastifyCode[code] ?? codesByStatus[statusCode] ?? 'refused')
}

/** What only developers see. */
function traceOf(thrown: unknown, request: FastifyRequest) {
  const { id, method } = request
  return { trace: String((thrown as Error).stack), request: { id, method, path: pathOf(request) } }
}

type SendError = ReturnType<typeof errorSender>

/** An error in the language of the request: a page for a browser, JSON for a program. */
export function errorSender(catalogue: Catalogue, ways?: WaysOn) {
  return (request: FastifyRequest, reply: FastifyReply, error: DomainError, trace: object = {}) => {
    const language = languageOf(request)
    const { message, fields: texts } = describeError(catalogue, language, error)
    const codes = error instanceof ValidationFailed ? mapFields(error.fields, codeOf) : undefined
    reply.errorCode = error.code
    reply.code(error.statusCode).headers(error.headers)
    if (wantsPage(request)) {
      const problems = Object.entries(texts ?? {}).map(([field, texts]) => ({
        name: fieldName(catalogue, language, field),
        texts,
      }))
      const title = catalogue[`page_${error.code}`]
        ? textOf(catalogue, language, `page_${error.code}`, error.params)
        : undefined
      const problem = {
        request,
        language,
        status: error.statusCode,
        title,
        message,
        fields: problems,
        // The application opens for members only, and a link with a secret is for people without an account.
        ways: request.routeOptions.config.hasSecretPath ? undefined : ways,
      }
      return errorPage(problem).then(page => sendPage(reply, page))
    }
    const details = {
      reason: error.code,
      kind: kindOf(catalogue, error.statusCode, error.code),
      ...error.params,
      ...(codes && { errors: texts, codes }),
      ...trace,
    }
    return varyByLanguage(reply)
      .serializer(JSON.stringify)
      .type('application/json; charset=utf-8')
      .send({ error: { code: error.statusCode, message, details } })
  }
}

/** Also for an address that doesn't exist, if a browser opens it. */
function wantsPage({ routeOptions, headers, is404, method }: FastifyRequest) {
  return (routeOptions.config.isPage || (is404 && method === 'GET')) && headers.accept?.includes('text/html')
}

/** A label for people; programs get the name of the field. */
function fieldName(catalogue: Catalogue, language: Language, field: string) {
  return catalogue[`field_${field}`] ? textOf(catalogue, language, `field_${field}`) : field
}
