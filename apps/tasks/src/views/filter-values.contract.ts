import type { FieldKind, FieldOfFilter, FilterValue, Operator } from './filter-fields.contract.ts'
import { FilterError, quote, type Token } from './filter-tokens.contract.ts'

const expected = {
  record: 'filter_id_expected',
  person: 'filter_person_expected',
  number: 'filter_number_expected',
  duration: 'filter_duration_expected',
  date: 'filter_date_expected',
  text: 'filter_text_expected',
  words: 'filter_text_expected',
  boolean: 'filter_boolean_expected',
} as const

/** The value that a token is for a field. */
export function readValue(token: Token, field: FieldOfFilter, operator: Operator): FilterValue {
  const { type, text, position } = token
  if (type === 'word' && text.toLowerCase() === 'none') {
    if (field.isNullable && (operator === '=' || operator === '!=')) return null
    throw new FilterError('filter_none_not_allowed', position)
  }
  const value =
    type === 'word'
      ? readers[field.kind](text, field)
      : type === 'string'
        ? readQuoted(text, field)
        : undefined
  if (value !== undefined) return value
  throw new FilterError(field.hasNames ? 'filter_id_or_name_expected' : expected[field.kind], position)
}

function readQuoted(text: string, { kind, hasNames }: FieldOfFilter) {
  return text && (hasNames || kind === 'text' || kind === 'words') ? text : undefined
}

const readers: Record<FieldKind, (text: string, field: FieldOfFilter) => FilterValue | undefined> = {
  record: (text, { hasNames }) => readId(text) ?? (hasNames && !/^[\d-]/.test(text) ? text : undefined),
  person: text => (text.toLowerCase() === 'me' ? 'me' : readId(text)),
  number: text => (/^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) || 0 : undefined),
  duration: readDuration,
  date: readDay,
  text: text => text,
  words: text => text,
  boolean: text => ({ true: true, false: false })[text.toLowerCase()],
}

function readId(text: string) {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

function readDuration(text: string) {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const parts = /^(?:(\d{1,6})h)?(?:(\d{1,7})m)?(?:(\d{1,9})s)?$/i.exec(text)
  if (!parts || !text) return undefined
  const [hours, minutes, seconds] = parts.slice(1).map(part => Number(part ?? 0)) as [number, number, number]
  return hours * 3600 + minutes * 60 + seconds
}

function readDay(text: string) {
  const relative = /^today([+-]\d{1,5})?$/i.exec(text)
  if (relative) return relativeDay(Number(relative[1] ?? 0))
  return isDay(text) ? text : undefined
}

export function relativeDay(days: number) {
  return days === 0 ? 'today' : `today${days > 0 ? '+' : ''}${days}`
}

function isDay(text: string) {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The day that a value of a filter stands for. */
export function resolveDay(value: string, today: string) {
  if (!value.startsWith('today')) return value
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + Number(value.slice('today'.length)))
  return date.toISOString().slice(0, 10)
}

/** The text that is read as this value. */
export function printValue(value: FilterValue, field?: FieldOfFilter) {
  if (value === null) return 'none'
  if (typeof value === 'number' && field?.kind === 'duration') return printDuration(value)
  if (typeof value !== 'string' || field?.kind === 'person' || field?.kind === 'date') return String(value)
  return isPlainWord(value) ? value : quote(value)
}

function printDuration(seconds: number) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part, index) => (part ? `${part}${'hms'[index]}` : '')).join('') || '0m'
}

/** Whether it needs no quotes: anything that could be read as something else has them. */
function isPlainWord(text: string) {
  return (
    /^\p{L}[\p{L}\p{M}\p{N}_-]*$/u.test(text) && !['none', 'and', 'or', 'not'].includes(text.toLowerCase())
  )
}
