import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'node:querystring'
import { DomainError } from '@atrium/core/errors'
import type { UploadedFile } from '@atrium/core/schema'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preParsingHookHandler,
  preValidationHookHandler,
} from 'fastify'
import { MalformedRequest, TooLarge } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The size limit of the file that this route accepts. */
    maxFileBytes?: number
    /** Whether the handler needs the text of the body, to check its signature. */
    keepsRawBody?: boolean
  }
  interface FastifyRequest {
    /** The body as it was sent, if the route keeps it. */
    rawBody?: string
  }
}

const BODY_TIMEOUT_MS = 30_000
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024

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
    if (request.routeOptions.config.keepsRawBody) request.rawBody = text as string
    // Many clients set the content type and send nothing.
    if (text === '') done(null, undefined)
    else void parseJson(request, text as string, done)
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, text, done) => {
      if (request.routeOptions.config.keepsRawBody) request.rawBody = text as string
      done(null, parse(text as string, '&', '=', { maxKeys: 0 }))
    },
  )
  await app.register(withoutHooks(multipart), {
    limits: { fields: 100, fieldSize: 200_000, files: 1, parts: 101 },
  })

  const readBody: preValidationHookHandler = (request, reply, done) => {
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
  }
  app.addHook('onRoute', route => {
    if (route.schema?.body) route.preValidation = [readBody, route.preValidation ?? []].flat()
    if (!route.config?.maxFileBytes) route.preParsing = [route.preParsing ?? [], limitBodyTime].flat()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode === 413) discardRest(request.raw).then(() => done(), done)
    else done()
  })
}

/** A body without a file is small: only someone who parks requests takes longer to send it. */
const limitBodyTime: preParsingHookHandler = (request, reply, _payload, done) => {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (length !== '0' || encoding !== undefined) {
    const timer = setTimeout(() => {
      reply.header('connection', 'close').send(new DomainError(408, 'request_timeout'))
    }, BODY_TIMEOUT_MS)
    const stop = () => clearTimeout(timer)
    request.raw.once('end', stop).once('close', stop)
  }
  done()
}

/** Its hooks delete files that `saveRequestFiles` has written. We never call that, and they would run for every request. */
function withoutHooks<Options>(plugin: (app: FastifyInstance, options: Options, done: () => void) => void) {
  const register = (app: FastifyInstance, options: Options, done: () => void) =>
    plugin(Object.create(app, { addHook: { value: () => app } }), options, done)
  return Object.assign(register, { [Symbol.for('skip-override')]: true })
}

/** A client that is still sending would lose the connection before it reads the reply, so the rest is read first. */
async function discardRest(request: IncomingMessage) {
  if (request.readableEnded || request.destroyed) return
  await new Promise<void>(resolve => {
    let bytes = 0
    request.on('data', chunk => {
      bytes += chunk.length
      if (bytes > MAX_DISCARDED_BYTES) resolve()
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
        if (!acceptsFile(schema?.body, fieldname)) {
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
  if ('syscall' in error) return error // our disk, not the request body
  return new MalformedRequest('malformed_multipart', { cause: error.message }, { cause: error })
}

/** An empty field of a form is an absent value. */
function withoutEmptyValues(fields: unknown) {
  const body = Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== ''))
  return Object.defineProperty(body, FORM, { value: true })
}

const CHUNK_BYTES = 64 * 1024

const UPLOAD = Symbol('upload')

export function isUploadedFile(value: unknown): value is UploadedFile {
  return typeof value === 'object' && value !== null && UPLOAD in value
}

/** Whether the schema of a body has a file in this field. */
export function acceptsFile(body: unknown, field: string) {
  const { properties = {} } = (body ?? {}) as { properties?: Record<string, { isFile?: boolean }> }
  return Object.hasOwn(properties, field) && properties[field]?.isFile === true
}

/**
 * Keeps the file on disk until the request ends. It is unlinked at once, so nothing is left behind even if the process
 * is killed.
 */
async function receiveFile(reply: FastifyReply, { file, filename, mimetype }: MultipartFile) {
  const opening = openUnlinked()
  reply.raw.once('close', () => opening.then(handle => handle.close()).catch(() => {}))
  const handle = await opening
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of file) {
    hash.update(chunk)
    size += chunk.length
    await handle.writeFile(chunk)
  }
  if (size === 0 && !filename) return undefined // an empty file field of a form
  const upload: UploadedFile = {
    name: filename ?? '',
    type: mimetype,
    size,
    sha256: hash.digest('hex'),
    content: () => read(handle),
  }
  return Object.defineProperty(upload, UPLOAD, { value: true })
}

async function openUnlinked() {
  const path = join(tmpdir(), `atrium-upload-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

/** Not the handle's own stream, which closes the file when its reader stops early. */
async function* read(handle: FileHandle) {
  for (let position = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}
