import type { Contract } from '@atrium/core/contract'
import { type FieldErrors, ValidationFailed } from '@atrium/core/errors'
import { createAjv, fieldErrors } from '@atrium/core/validation'
import type { ErrorObject, ValidateFunction } from 'ajv'
import fastJson, { type AnySchema } from 'fast-json-stringify'
import type { FastifyInstance, FastifySchemaCompiler, preHandlerHookHandler } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { isFormBody, isUploadedFile } from './bodies.ts'
import { JsonText } from './replies.ts'

/** The validated parts of a call. */
export interface Input {
  params: unknown
  query: unknown
  body: unknown
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Checks that a schema cannot express. Runs on the accepted fields when the schema refuses others, so that one 422
     * has all errors; a body that the schema accepts is checked by the handler.
     */
    checkFields?: CheckFields
  }
}

/** Gets the accepted fields, and the caller with the other parts of the call; an endpoint's gets the request. */
export type CheckFields = (fields: never, given: never) => FieldErrors | Promise<FieldErrors>

/** JSON has types; in addresses and forms everything is text. */
const strictAjv = createRequestAjv(false)
const coercingAjv = createRequestAjv('array') // a list of one looks like one value

/** Compiled at the first request: compiling all schemas would take a third of the start. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, method, httpPart }) => {
  if (httpPart === 'querystring') return queryValidator(schema, method)
  const strict = lazy(() => withErrors(strictAjv.compile(schema)))
  const coercing = lazy(() => withErrors(coercingAjv.compile(schema)))
  if (httpPart !== 'body') return data => coercing()(data)
  const { properties = {} } = schema as { properties?: Record<string, FormField> }
  const fields = Object.entries(properties).filter(([, field]) => field.splitByComma || isBoolean(field))
  return data => (isFormBody(data) ? coercing()(readForm(data, fields)) : strict()(data))
}

/** The checks of a contract's parts, which HTTP and calls without it share. */
export function checksOf({ method, params, query, body }: Contract): Checks {
  const check = (schema: object | undefined, httpPart: string) =>
    schema && { [httpPart]: compileValidator({ schema, method, url: '', httpPart }) as Check }
  return { ...check(params, 'params'), ...check(query, 'querystring'), ...check(body, 'body') }
}

export type Checks = Partial<Record<'params' | 'querystring' | 'body', Check>>
type Check = (data: unknown) => { value?: unknown; error?: ErrorObject[] }

export const compileSerializer: FastifySerializerCompiler<AnySchema> = ({ schema }) => {
  const serialize = lazy(() => fastJson(schema))
  return data => (data instanceof JsonText ? data.text : serialize()(data))
}

interface FormField {
  type?: string | string[]
  splitByComma?: boolean
}

/**
 * For a GET, `?search=` is an absent field unless the schema allows empty text (`minLength: 0`). For a DELETE it stays
 * an error: a filter that was meant to select one record would select all.
 */
function queryValidator(schema: object, method: string | undefined) {
  const validate = lazy(() => withErrors(coercingAjv.compile(refusingUnknownOrder(schema))))
  const isRead = method === 'GET' || method === 'HEAD'
  const { properties = {} } = schema as { properties?: Record<string, { minLength?: number }> }
  const canBeEmpty = Object.keys(properties).filter(name => properties[name]?.minLength === 0)
  return (query: unknown) =>
    validate()(isRead ? withoutEmpty(query as Record<string, unknown>, canBeEmpty) : query)
}

function withoutEmpty(query: Record<string, unknown>, canBeEmpty: string[]) {
  for (const [name, value] of Object.entries(query)) {
    if (canBeEmpty.includes(name)) continue
    const left = Array.isArray(value) ? value.filter(each => each !== '') : value
    if (left === '' || (Array.isArray(left) && left.length === 0)) delete query[name]
    else query[name] = left
  }
  return query
}

/** A list with a fixed order refuses `orderBy` rather than ignoring it. */
function refusingUnknownOrder(schema: object) {
  const { properties = {} } = schema as { properties?: Record<string, object> }
  const isList = 'page' in properties && 'limit' in properties
  if (!isList || 'orderBy' in properties) return schema
  const orderBy = { not: {}, errorCode: 'fixed_order' }
  return { ...schema, properties: { ...properties, orderBy } }
}

const truthy = ['true', 'on', 'yes', '1']
const falsy = ['false', 'off', 'no', '0']

/** A checked box is sent as `on`; other clients send `1` or `True`. A list can be one text with commas. */
function readForm(form: Record<string, unknown>, fields: [string, FormField][]) {
  for (const [name, field] of fields) {
    const value = form[name]
    if (typeof value !== 'string') continue
    if (field.splitByComma) form[name] = value.split(',').map(part => part.trim())
    if (!isBoolean(field)) continue
    if (truthy.includes(value.toLowerCase())) form[name] = true
    if (falsy.includes(value.toLowerCase())) form[name] = false
  }
  return form
}

function isBoolean({ type }: FormField) {
  return [type].flat().includes('boolean')
}

function lazy<Result>(compile: () => Result) {
  let compiled: Result | undefined
  return () => {
    compiled ??= compile()
    return compiled
  }
}

function withErrors(validate: ValidateFunction) {
  return (data: unknown) => (validate(data) ? { value: data } : { error: (validate.errors ?? []) as never })
}

function createRequestAjv(coerceTypes: false | 'array') {
  const ajv = createAjv({ coerceTypes })
  ajv.addKeyword({ keyword: 'splitByComma' }) // read by readForm
  ajv.addKeyword({ keyword: 'isFile', validate: (_: unknown, value: unknown) => isUploadedFile(value) })
  return ajv
}

/** Before the access rule looks for the record of the path: without valid parameters there is none. */
export function keepBodyErrors(app: FastifyInstance) {
  const refuseOthers: preHandlerHookHandler = ({ validationError }, _reply, done) =>
    done(validationError && validationError.validationContext !== 'body' ? validationError : undefined)
  app.addHook('onRoute', route => {
    if (!route.config?.checkFields) return
    route.attachValidation = true
    route.preHandler = [route.preHandler ?? [], refuseOthers].flat()
  })
}

/** After the access rule: a check can depend on a record that the caller has no right to read. */
export function checkFields(app: FastifyInstance) {
  const addFieldErrors: preHandlerHookHandler = (request, _reply, done) => {
    const { validationError, routeOptions } = request
    if (!validationError) return done()
    fieldRefusal(validationError.validation ?? [], routeOptions.config.checkFields, request).then(done, done)
  }
  app.addHook('onRoute', route => {
    if (route.config?.checkFields) route.preHandler = [route.preHandler ?? [], addFieldErrors].flat()
  })
}

/** One refusal with the errors of the schema and those of `checkFields`. */
export async function fieldRefusal(
  errors: Parameters<typeof fieldErrors>[0],
  checkFields: CheckFields | undefined,
  given: { body: unknown; actor: unknown },
) {
  const refused = fieldErrors(errors)
  const accepted = Object.entries(given.body ?? {}).filter(([name]) => !Object.hasOwn(refused, name))
  const found = await checkFields?.(Object.fromEntries(accepted) as never, given as never)
  return new ValidationFailed({ ...refused, ...found })
}
