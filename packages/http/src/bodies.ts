import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MalformedRequest } from './errors.ts'

const formBodies = new WeakSet<object>()

/** Whether the body came as a form, whose values are all text. */
export function isFormBody(body: unknown) {
  return typeof body === 'object' && body !== null && formBodies.has(body)
}

/** JSON, form-urlencoded and multipart are read alike wherever a body is read. */
export async function readBodies(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Many clients announce JSON and then send nothing.
    if (text === '') done(null, undefined)
    else parseJson(request, text as string, done)
  })
  await app.register(formbody)
  await app.register(multipart, { limits: { fields: 100, fieldSize: 200_000, files: 1, parts: 101 } })

  app.addHook('preValidation', async request => {
    if (!request.routeOptions.schema?.body) return
    if (request.isMultipart()) request.body = await readMultipartFields(request)
    else if (isUrlencoded(request)) request.body = withoutEmptyValues(request.body as Record<string, unknown>)
    else request.body ??= {}
  })
}

function isUrlencoded(request: FastifyRequest) {
  return request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
}

async function readMultipartFields(request: FastifyRequest) {
  const fields: Record<string, unknown> = {}
  for await (const part of request.parts()) {
    if (part.type === 'file')
      throw new MalformedRequest(`The form field "${part.fieldname}" may not be a file`)
    fields[part.fieldname] = part.value
  }
  return withoutEmptyValues(fields)
}

/** An empty field of a form is an absent value. */
function withoutEmptyValues(fields: Record<string, unknown>) {
  const body = Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== ''))
  formBodies.add(body)
  return body
}
