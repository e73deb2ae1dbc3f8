import { Ajv, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import { formats } from './formats.ts'
import { messageFor } from './validation-messages.ts'

const MOST_ERRORS = 100
const recordAjv = createAjv({ coerceTypes: 'array' })

type AjvOptions = ConstructorParameters<typeof Ajv>[0]

/** An Ajv that knows our formats and keywords. */
export function createAjv(options: AjvOptions) {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    useDefaults: true,
    strict: false,
    allowUnionTypes: true,
    ...options,
  })
  addFormats.default(ajv, ['date', 'date-time', 'uri'])
  for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check)
  ajv.addKeyword({
    keyword: 'trim',
    type: 'string',
    modifying: true,
    before: 'maxLength',
    compile: () => trim,
  })
  return ajv
}

type InParent = { parentData: Record<string, unknown>; parentDataProperty: string | number } | undefined

function trim(text: string, place: InParent) {
  if (place) place.parentData[place.parentDataProperty] = text.trim()
  return true
}

/** Checks and completes a whole record outside a request: settings, command options. */
export function compileRecordCheck(schema: object) {
  const validate = recordAjv.compile(schema)
  return (record: Record<string, unknown>) => (validate(record) ? {} : fieldErrors(validate.errors ?? []))
}

export type FieldErrors = Record<string, string[]>

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
