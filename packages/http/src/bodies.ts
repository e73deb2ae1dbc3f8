import type { IncomingMessage } from 'node:http'
import { DomainError } from '@atrium/core/coded-errors'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MalformedRequest, TooLarge } from './errors.ts'
import { receiveFile, takesFile } from './uploads.ts'

const MOST_BYTES_DISCARDED = 64 * 1024 * 1024

const FORM = Symbol('form')

/** Whether the body was sent as a form, whose values are all text. */
export function isFormBody(body: unknown) {
  return typeof body === 'object' && body !== null && FORM in body
}

/** Every route that has a body accepts JSON, form-urlencoded and multipart. */
export async function readBodies(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Many clients set the content type and send nothing.
    if (text === '') done(null, undefined)
    else void parseJson(request, text as string, done)
  })
  await app.register(formbody)
  await app.register(multipart, { limits: { fields: 100, fieldSize: 200_000, files: 1, parts: 101 } })

  app.addHook('preValidation', (request, reply, done) => {
    if (!request.routeOptions.schema?.body) return done()
    const type = request.headers['content-type'] ?? ''
    if (/^multipart\//i.test(type)) {
      readMultipart(request, reply).then(body => {
        request.body = body
        done()
      }, done)
      return
    }
    if (/^application\/x-www-form-urlencoded/i.test(type)) request.body = withoutEmptyValues(request.body)
    request.body ??= {}
    done()
  })
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 413) await discardRest(request.raw)
  })
}

/** A client that is still sending would lose the connection before it reads the reply, so the rest is read first. */
function discardRest(request: IncomingMessage) {
  if (request.readableEnded || request.destroyed) return
  return new Promise<void>(resolve => {
    let bytes = 0
    request.on('data', chunk => {
      bytes += chunk.length
      if (bytes > MOST_BYTES_DISCARDED) resolve()
    })
    request.once('end', resolve).once('close', resolve).resume()
  })
}

async function readMultipart(request: FastifyRequest, reply: FastifyReply) {
  const fields: Record<string, unknown> = {}
  const { schema, config } = request.routeOptions
  const limits = config.maxFileBytes ? { fileSize: config.maxFileBytes } : {}
  try {
    for await (const part of request.parts({ limits })) {
      const { fieldname } = part
      if (part.type === 'file') {
        if (!takesFile(schema?.body, fieldname)) {
          throw new MalformedRequest('unexpected_file', { field: fieldname })
        }
        fields[fieldname] = await receiveFile(reply, part)
        continue
      }
      if (part.valueTruncated) throw new TooLarge('form_field_too_large', { field: fieldname })
      const before = fields[fieldname]
      fields[fieldname] = before === undefined ? part.value : [before, part.value].flat()
    }
  } catch (error) {
    throw multipartError(error as FastifyError)
  }
  return withoutEmptyValues(fields)
}

function multipartError(error: FastifyError) {
  if (error instanceof DomainError || error.statusCode === 413) return error
  if ('syscall' in error) return error // our disk, not their body
  return new MalformedRequest('malformed_multipart', { cause: error.message }, { cause: error })
}

/** An empty field of a form is an absent value. */
function withoutEmptyValues(fields: unknown) {
  const body = Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== ''))
  return Object.defineProperty(body, FORM, { value: true })
}
