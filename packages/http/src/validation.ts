import { createAjv } from '@atrium/core/validation'
import type { ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import { isFormBody } from './bodies.ts'
import { isUploadedFile } from './uploads.ts'

/** JSON has types; addresses and forms carry text only. */
const strictAjv = createRequestAjv(false)
const coercingAjv = createRequestAjv('array') // a list of one looks like one value

/** A schema becomes code when the first request needs it: to do it for all routes is a third of a start. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, method, httpPart }) => {
  if (httpPart === 'querystring') return queryValidator(schema, method)
  const strict = whenNeeded(() => withErrors(strictAjv.compile(schema)))
  const coercing = whenNeeded(() => withErrors(coercingAjv.compile(schema)))
  if (httpPart !== 'body') return data => coercing()(data)
  const fields = Object.entries((schema as { properties?: Record<string, FormField> }).properties ?? {})
  return data => (isFormBody(data) ? coercing()(readForm(data, fields)) : strict()(data))
}

interface FormField {
  type?: string | string[]
  splitByComma?: boolean
}

/**
 * In what is only read, `?search=` is a field left empty, unless the schema says that it may be (`minLength: 0`). In a
 * deletion it stays an error: what was meant to choose one record would choose all.
 */
function queryValidator(schema: object, method: string | undefined) {
  const validate = whenNeeded(() => withErrors(coercingAjv.compile(refusingUnknownOrder(schema))))
  const isRead = method === 'GET' || method === 'HEAD'
  const { properties = {} } = schema as { properties?: Record<string, { minLength?: number }> }
  const mayBeEmpty = Object.keys(properties).filter(name => properties[name]?.minLength === 0)
  return (query: unknown) =>
    validate()(isRead ? withoutEmpty(query as Record<string, unknown>, mayBeEmpty) : query)
}

function withoutEmpty(query: Record<string, unknown>, mayBeEmpty: string[]) {
  for (const [name, value] of Object.entries(query)) {
    if (mayBeEmpty.includes(name)) continue
    const left = Array.isArray(value) ? value.filter(each => each !== '') : value
    if (left === '' || (Array.isArray(left) && left.length === 0)) delete query[name]
    else query[name] = left
  }
  return query
}

/** A list that knows one order only says so, rather than answer in another one than was asked for. */
function refusingUnknownOrder(schema: object) {
  const { properties = {} } = schema as { properties?: Record<string, object> }
  const isList = 'page' in properties && 'limit' in properties
  if (!isList || 'orderBy' in properties) return schema
  const orderBy = { not: {}, errorCode: 'fixed_order' }
  return { ...schema, properties: { ...properties, orderBy } }
}

const ticked = ['true', 'on', 'yes', '1']
const unticked = ['false', 'off', 'no', '0']

/** A ticked box of a page says `on`; other senders of forms say `1` or `True`. A list may be one text with commas. */
function readForm(form: Record<string, unknown>, fields: [string, FormField][]) {
  for (const [name, { type, splitByComma }] of fields) {
    const said = form[name]
    if (typeof said !== 'string') continue
    if (splitByComma) form[name] = said.split(',').map(part => part.trim())
    if (![type].flat().includes('boolean')) continue
    if (ticked.includes(said.toLowerCase())) form[name] = true
    if (unticked.includes(said.toLowerCase())) form[name] = false
  }
  return form
}

function whenNeeded<Result>(make: () => Result) {
  let made: Result | undefined
  return () => {
    made ??= make()
    return made
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
