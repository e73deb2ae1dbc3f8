import type { CustomField, FieldValue } from './field.contract.ts'

const MAX_TEXT_LENGTH = 1000
const MAX_URL_LENGTH = 2000
const MAX_NUMBER = 1e15

type Refusal =
  | 'text_expected'
  | 'number_expected'
  | 'date_expected'
  | 'boolean_expected'
  | 'list_expected'
  | 'option_expected'
  | 'member_expected'
  | 'web_address_expected'
  | { code: 'too_long' | 'too_big' | 'too_small'; limit: number }

export type ReadValue = { value: FieldValue | null } | { refusal: Refusal }

type Definition = Pick<CustomField, 'type' | 'options'>

/** What a client sent for a field, as it is stored: null if it is empty. */
export function readValue(
  field: Definition,
  given: unknown,
  isMember: (userId: number) => boolean,
): ReadValue {
  if (given === null || given === undefined) return { value: null }
  switch (field.type) {
    case 'text':
      return readText(given, MAX_TEXT_LENGTH)
    case 'url':
      return readUrl(given)
    case 'number':
      return readNumber(given)
    case 'date':
      return typeof given === 'string' && isDay(given) ? { value: given } : { refusal: 'date_expected' }
    case 'checkbox':
      return typeof given === 'boolean' ? { value: given } : { refusal: 'boolean_expected' }
    case 'select':
      return hasOption(field, given) ? { value: given } : { refusal: 'option_expected' }
    case 'multi_select':
      return readOptions(field, given)
    case 'person':
      return typeof given === 'number' && isMember(given) ? { value: given } : { refusal: 'member_expected' }
  }
}

function readText(given: unknown, limit: number): ReadValue {
  if (typeof given !== 'string') return { refusal: 'text_expected' }
  const value = given.trim()
  // Characters count, as in the database, not UTF-16 units.
  if (value.length > limit && Array.from(value).length > limit)
    return { refusal: { code: 'too_long', limit } }
  return { value: value === '' ? null : value }
}

function readUrl(given: unknown): ReadValue {
  const read = readText(given, MAX_URL_LENGTH)
  if ('refusal' in read || read.value === null) return read
  return isWebAddress(String(read.value)) ? read : { refusal: 'web_address_expected' }
}

/** Nothing but http and https: a link with another scheme could run a script. */
export function isWebAddress(text: string) {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text)
}

function readNumber(given: unknown): ReadValue {
  if (typeof given !== 'number' || Number.isNaN(given)) return { refusal: 'number_expected' }
  if (given > MAX_NUMBER) return { refusal: { code: 'too_big', limit: MAX_NUMBER } }
  if (given < -MAX_NUMBER) return { refusal: { code: 'too_small', limit: -MAX_NUMBER } }
  return { value: given + 0 } // -0 is 0
}

export function isDay(text: string) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

/** In one order, so that equal choices are equal values. */
function readOptions(field: Definition, given: unknown): ReadValue {
  if (!Array.isArray(given)) return { refusal: 'list_expected' }
  if (!given.every(id => hasOption(field, id))) return { refusal: 'option_expected' }
  const ids = [...new Set(given as number[])].sort((one, other) => one - other)
  return { value: ids.length > 0 ? ids : null }
}

function hasOption({ options }: Definition, id: unknown): id is number {
  return options.some(option => option.id === id)
}

/** Names of options; other values say enough by themselves, and people are known by their id. */
export function labelOf({ options }: Definition, value: FieldValue | null) {
  const ids = [value].flat()
  const names = options.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  return names.length > 0 ? names.join(', ') : undefined
}
