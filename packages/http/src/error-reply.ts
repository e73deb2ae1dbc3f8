import { DomainError, MalformedRequest, Unavailable, ValidationFailed } from '@atrium/core/errors'
import { fieldErrors } from '@atrium/core/validation'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isForPerson, type SendError } from './send-error.ts'

interface Options {
  isDevelopment: boolean
  /** Turns what a library throws (a violated constraint) into what it means. */
  translate: (error: unknown) => unknown
  /** Where a person who opens a page without being signed in is sent. */
  signInAddress?: (request: FastifyRequest) => string
  sendError: SendError
}

/** The one place that turns an error into an answer. */
export function replyToErrors(app: FastifyInstance, options: Options) {
  const { isDevelopment, translate, signInAddress, sendError } = options
  app.setErrorHandler((thrown, request, reply) => {
    const error = domainError(translate(thrown))
    if (error.statusCode >= 500) request.log.error({ err: thrown }, 'request failed')
    if (error.leadsToSignIn && signInAddress && isForPerson(request)) {
      return reply.redirect(signInAddress(request), 302)
    }
    const trace = isDevelopment ? { trace: String((thrown as Error).stack), request: describe(request) } : {}
    return sendError(request, reply, error, trace)
  })
  app.setNotFoundHandler((request, reply) =>
    sendError(request, reply, new DomainError(404, `There is nothing at ${request.url.split('?')[0]}`)),
  )
}

/** What cannot be decoded, or is too long, never reaches a route or its hooks. */
export function badAddressReply(sendError: SendError) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = new DomainError(error.statusCode ?? 400, 'The address is malformed or too long')
    sendError(request, reply.header('x-request-id', request.id), refusal)
  }
}

const tooMany: Record<string, string> = {
  FST_FILES_LIMIT: 'The form has too many files',
  FST_FIELDS_LIMIT: 'The form has too many fields',
  FST_PARTS_LIMIT: 'The form has too many parts',
}

function domainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  const { validation, statusCode = 500, code, message } = error as FastifyError
  if (validation) return new ValidationFailed(fieldErrors(validation))
  if (code === 'ENOSPC' || code === 'EDQUOT') return noSpace(error)
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new DomainError(413, 'The file is too large')
  if (code && tooMany[code]) return new DomainError(413, tooMany[code])
  if (statusCode === 413) return new DomainError(413, 'The body is too large')
  if (statusCode === 415) return new DomainError(415, 'Send the body as JSON, as a form or as multipart')
  if (statusCode === 400) return new MalformedRequest(message)
  if (statusCode < 500) return new DomainError(statusCode, message)
  return new DomainError(500, 'Something went wrong on our side', { cause: error })
}

function noSpace(cause: unknown) {
  return new Unavailable('The server has no space left to store this; try again later', 60, cause)
}

function describe(request: FastifyRequest) {
  return { id: request.id, method: request.method, path: request.url.split('?')[0] }
}
