import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { textOf } from '@atrium/core/catalogue'
import { DomainError, ValidationFailed } from '@atrium/core/coded-errors'
import { DomainError as Sentence } from '@atrium/core/errors'
import { sharedErrors } from '@atrium/core/shared.errors'
import { fieldErrors } from '@atrium/core/validation'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFound, Unavailable } from './errors.ts'
import { type SendError, wantsPage } from './send-error.ts'

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
  app.setErrorHandler((thrown, request, reply) => {
    const error = domainError(translate(thrown))
    if (error.statusCode >= 500) request.log.error({ err: thrown }, 'request failed')
    if (error.leadsToSignIn && signInAddress && wantsPage(request)) {
      return reply.redirect(signInAddress(request), 302)
    }
    const trace = isDevelopment ? { trace: String((thrown as Error).stack), request: describe(request) } : {}
    return sendError(request, reply, error, trace)
  })
  app.setNotFoundHandler((request, reply) =>
    sendError(request, reply, new NotFound('address_not_found', { path: request.url.split('?')[0] ?? '' })),
  )
}

/** For an address that cannot be decoded or is too long: it never reaches a route or its hooks. */
export function badAddressReply(sendError: SendError) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = new DomainError(error.statusCode ?? 400, 'malformed_address')
    sendError(request, reply.header('x-request-id', request.id), refusal)
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
  const body = JSON.stringify({ error: { code, message, details: { reason } } })
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
  if (error instanceof DomainError || error instanceof Sentence) return error
  const { validation, statusCode = 500, code = '' } = error as FastifyError
  if (validation) return new ValidationFailed(fieldErrors(validation))
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Unavailable('no_space_left', { retryAfter: 60 }, { cause: error })
  }
  if (statusCode >= 500) return new DomainError(500, 'internal_error', {}, { cause: error })
  return new DomainError(statusCode, codesByFastifyCode[code] ?? codesByStatus[statusCode] ?? 'refused')
}

function describe(request: FastifyRequest) {
  return { id: request.id, method: request.method, path: request.url.split('?')[0] }
}
