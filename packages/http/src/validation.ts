import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { isFormBody } from './bodies.ts'
import { settingFormats } from './setting-formats.ts'
import { textFormats } from './text-formats.ts'
import { isUploadedFile } from './uploads.ts'
import { messageFor } from './validation-messages.ts'

const MOST_ERRORS = 100
const options = {
  allErrors: true,
  verbose: true,
  useDefaults: true,
  strict: false,
  allowUnionTypes: true,
} as const
/** JSON says its types itself; addresses and forms carry text only. */
const strictAjv = makeAjv({ ...options, coerceTypes: false })
const coercingAjv = makeAjv({ ...options, coerceTypes: 'array' }) // a list of one looks like one value

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
  const orderBy = { not: {}, errorMessage: 'is not available: this list has a fixed order' }
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

/** Checks and completes a whole record outside a request: settings, command options. */
export function compileRecordCheck(schema: object) {
  const validate = coercingAjv.compile(schema)
  return (record: Record<string, unknown>) => (validate(record) ? {} : fieldErrors(validate.errors ?? []))
}

/** Of a body that is nothing but faults a part will do: to tell a hundred thousand holds everybody up. */
export function fieldErrors(errors: Partial<ErrorObject>[]): Record<string, string[]> {
  const fields: Record<string, string[]> = Object.create(null) // a field may be called toString
  for (const error of errors.slice(0, MOST_ERRORS)) {
    const path = (error.instancePath ?? '').split('/').filter(Boolean)
    const named = error.params?.missingProperty ?? error.params?.additionalProperty
    const field = [...path, ...(named ? [named] : [])].join('.') || 'body'
    fields[field] ??= []
    const message = messageFor(error)
    if (!fields[field].includes(message)) fields[field].push(message)
  }
  return fields
}

function withErrors(validate: ValidateFunction) {
  return (data: unknown) => (validate(data) ? { value: data } : { error: (validate.errors ?? []) as never })
}

function makeAjv(settings: ConstructorParameters<typeof Ajv>[0]) {
  const ajv = new Ajv(settings)
  addFormats.default(ajv, ['date', 'date-time', 'uri'])
  for (const [name, check] of Object.entries({ ...settingFormats, ...textFormats }))
    ajv.addFormat(name, check)
  ajv.addKeyword({
    keyword: 'trim',
    type: 'string',
    modifying: true,
    before: 'maxLength',
    compile: () => trim,
  })
  ajv.addKeyword({ keyword: 'splitByComma' }) // read by readForm
  ajv.addKeyword({ keyword: 'isFile', validate: (_: unknown, value: unknown) => isUploadedFile(value) })
  return ajv
}

type InParent = { parentData: Record<string, unknown>; parentDataProperty: string | number } | undefined

function trim(text: string, place: InParent) {
  if (place) place.parentData[place.parentDataProperty] = text.trim()
  return true
}
