import type { FieldError } from '@atrium/core/errors'
import { isEmail } from '@atrium/core/formats'
import type { CustomField, FieldInput, FieldValue } from '#fields/field.contract.ts'
import { readValue } from '#fields/field-value.ts'
import { type Entry, MAX_DESCRIPTION, MAX_TITLE } from './intake-form.contract.ts'
import type { StoredForm } from './intake-form.queries.ts'

const MAX_EMAIL = 254

/** A custom field as a form asks for it. */
export type ShownField = CustomField & { isAsked: boolean }

/** What a visitor sent, as it can be stored. */
export interface ReadEntry {
  title: string
  description: string
  email: string
  fields: FieldInput
}

/** What is wrong, by the names of the inputs. */
export type EntryErrors = Record<string, FieldError>

/** The fields that the form asks for: those that were chosen, and those without which no task can be created. */
export function shownFields({ fields }: Pick<StoredForm, 'fields'>, known: CustomField[]): ShownField[] {
  return known.flatMap(field => {
    const chosen = fields.find(({ fieldId }) => fieldId === field.id)
    const isNeeded = field.isRequired && field.defaultValue === null
    if (field.type === 'person' || !(chosen || isNeeded)) return []
    return [{ ...field, isAsked: isNeeded || field.isRequired || chosen?.isRequired === true }]
  })
}

/** Whether a task needs something that no form can ask for. */
export function isIncomplete(known: CustomField[]) {
  return known.some(
    ({ type, isRequired, defaultValue }) => type === 'person' && isRequired && defaultValue === null,
  )
}

export function readEntry(
  form: Pick<StoredForm, 'description' | 'email'>,
  fields: ShownField[],
  entry: Entry,
): { entry: ReadEntry } | { errors: EntryErrors } {
  const title = cleanLine(entry.title)
  const description = form.description === 'hidden' ? '' : cleanText(entry.description)
  const email = form.email === 'hidden' ? '' : (entry.email ?? '').trim()
  const custom = readFields(fields, entry)
  const errors: EntryErrors = {
    ...refusedText('title', title, { isRequired: true, limit: MAX_TITLE }),
    ...refusedText('description', description, {
      isRequired: form.description === 'required',
      limit: MAX_DESCRIPTION,
    }),
    ...refusedText('email', email, { isRequired: form.email === 'required', limit: MAX_EMAIL }),
    ...(email !== '' && !isEmail(email) && { email: 'email_expected' }),
    ...custom.errors,
  }
  if (Object.keys(errors).length > 0) return { errors }
  return { entry: { title, description, email, fields: custom.values } }
}

function refusedText(
  name: string,
  text: string,
  { isRequired, limit }: { isRequired: boolean; limit: number },
) {
  const isLong = Array.from(text).length > limit
  return {
    ...(isRequired && text === '' && { [name]: 'required' }),
    ...(isLong && { [name]: { code: 'too_long', limit } }),
  }
}

/** A box that has to be ticked is not required: an empty one is an answer. */
function readFields(fields: ShownField[], entry: Entry) {
  const errors: EntryErrors = {}
  const values: FieldInput = {}
  for (const field of fields) {
    const name = inputName(field)
    const read = readValue(field, typed(field, entry[name]), () => false)
    if ('refusal' in read) errors[name] = read.refusal
    else if (read.value !== null) values[String(field.id)] = read.value
    else if (field.isAsked) errors[name] = 'required'
  }
  return { errors, values }
}

export function inputName({ id }: Pick<CustomField, 'id'>) {
  return `field_${id}` as const
}

/** Inputs of a page send text. */
function typed({ type }: ShownField, given: string | string[] | undefined): FieldValue | string | null {
  if (type === 'checkbox') return given !== undefined && given !== ''
  if (given === undefined || given.length === 0) return null
  if (type === 'multi_select') return [given].flat().map(Number)
  const [text = ''] = [given].flat()
  if (type === 'number') return Number(text.trim().replace(',', '.'))
  return type === 'select' ? Number(text) : cleanText(text)
}

/** Control characters, and those that turn the direction of text around them, pose as other text. */
const deceptive = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

function cleanLine(text = '') {
  return text.replaceAll(deceptive, ' ').replaceAll(/\s+/g, ' ').trim()
}

function cleanText(text = '') {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  return lines
    .map(line => line.replaceAll(deceptive, ' ').trimEnd())
    .join('\n')
    .trim()
}
