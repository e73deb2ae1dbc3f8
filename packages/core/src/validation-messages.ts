import type { ErrorObject } from 'ajv'

const types: Record<string, string> = {
  integer: 'must be a whole number',
  number: 'must be a number',
  string: 'must be text',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
}

const formats: Record<string, string> = {
  date: 'must be a date such as 2026-01-31',
  'date-time': 'must be a time such as 2026-01-31T09:15:00Z',
  email: 'must be an e-mail address',
  uri: 'must be a web address',
  'single-line': 'must be one line without control characters',
}

type Say = (params: Record<string, unknown>) => string

const keywords: Record<string, Say> = {
  required: () => 'is required',
  additionalProperties: () => 'is not a known field',
  type: ({ type }) => types[[type].flat()[0] as string] ?? 'has the wrong type',
  format: ({ format }) => formats[format as string] ?? `must be a ${format}`,
  enum: ({ allowedValues }) =>
    `must be one of: ${(allowedValues as unknown[]).filter(v => v !== null).join(', ')}`,
  const: ({ allowedValue }) => `must be ${allowedValue}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  minItems: ({ limit }) => `must have at least ${limit} entries`,
  maxItems: ({ limit }) => `must have at most ${limit} entries`,
  minProperties: () => 'must name at least one field',
  isFile: () => 'must be a file',
  uniqueItems: () => 'must not repeat an entry',
}

/** Says what is wanted, in words that may be shown beside the field. */
export function messageFor({ keyword = '', params = {}, parentSchema }: Partial<ErrorObject>) {
  const own = (parentSchema as { errorMessage?: string } | undefined)?.errorMessage
  return own ?? keywords[keyword]?.(params) ?? 'is not right'
}
