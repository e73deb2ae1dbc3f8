import { Ajv, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import { codeOf, type FieldError } from './errors.ts'
import { formats } from './formats.ts'

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
    validateSchema: false, // ours are generated, and to check them takes as long as to compile them
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

/** Checks a whole record outside a request, such as settings or command options, and fills in its defaults. */
export function compileRecordCheck(schema: object) {
  const validate = recordAjv.compile(schema)
  return (record: Record<string, unknown>) => (validate(record) ? {} : fieldErrors(validate.errors ?? []))
}

/** Only the first errors: to report a hundred thousand would block the event loop. */
export function fieldErrors(errors: Partial<ErrorObject>[]) {
  const fields: Record<string, FieldError[]> = Object.create(null) // a field may be called toString
  for (const error of errors.slice(0, MOST_ERRORS)) {
    if (error.keyword === 'if') continue // repeats what its branch reports
    const path = (error.instancePath ?? '').split('/').filter(Boolean)
    const named = error.params?.missingProperty ?? error.params?.additionalProperty
    const field = [...path, ...(named ? [named] : [])].join('.') || 'body'
    fields[field] ??= []
    const found = fieldError(error)
    if (!fields[field].some(known => codeOf(known) === codeOf(found))) fields[field].push(found)
  }
  return fields
}

const codesByType: Record<string, string> = {
  integer: 'integer_expected',
  number: 'number_expected',
  string: 'text_expected',
  boolean: 'boolean_expected',
  array: 'list_expected',
  object: 'object_expected',
}

const codesByFormat: Record<string, string> = {
  date: 'date_expected',
  'date-time': 'time_expected',
  email: 'email_expected',
  uri: 'url_expected',
  'single-line': 'single_line_expected',
}

type Keyword = (params: Record<string, unknown>) => FieldError

const limited =
  (code: string): Keyword =>
  ({ limit }) => ({ code, limit })

const keywords: Record<string, Keyword> = {
  required: () => 'required',
  additionalProperties: () => 'unknown_field',
  type: ({ type }) => codesByType[[type].flat()[0] as string] ?? 'wrong_type',
  format: ({ format }) => codesByFormat[format as string] ?? { code: 'format_expected', format },
  enum: ({ allowedValues }) => {
    const values = (allowedValues as unknown[]).filter(value => value !== null).join(', ')
    return { code: 'one_of_expected', values }
  },
  const: ({ allowedValue }) => ({ code: 'value_expected', value: allowedValue }),
  minLength: ({ limit }) => (limit === 1 ? 'empty' : { code: 'too_short', limit }),
  maxLength: limited('too_long'),
  minimum: limited('too_small'),
  maximum: limited('too_big'),
  minItems: limited('too_few'),
  maxItems: limited('too_many'),
  minProperties: () => 'nothing_to_change',
  isFile: () => 'file_expected',
  uniqueItems: () => 'repeated',
}

/** The code that the schema gives with `errorCode`, or that of the keyword which did not match. */
function fieldError({ keyword = '', params = {}, parentSchema }: Partial<ErrorObject>): FieldError {
  const { errorCode } = (parentSchema ?? {}) as { errorCode?: string }
  return errorCode ?? keywords[keyword]?.(params) ?? 'invalid'
}
