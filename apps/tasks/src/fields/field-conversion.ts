import { packs } from '@atrium/texts/words'
import type { CustomField, FieldOption, FieldType, FieldValue } from './field.contract.ts'
import { isDay, isWebAddress, labelOf } from './field-value.ts'

const MAX_OPTION_LENGTH = 50
const MAX_TEXT_LENGTH = 1000
const MAX_NUMBER = 1e15

/** A value of a type, or undefined if the old value does not convert to it. */
export type Convert = (value: FieldValue) => FieldValue | undefined

interface Names {
  people: Map<number, string>
  /** The options of the new type. */
  options: FieldOption[]
}

/** By what a value says: everything converts to text, and text to what it can be read as. */
export function conversion(from: CustomField, to: FieldType, { people, options }: Names): Convert {
  if (isList(from.type) && isList(to)) return value => convertChoice(value, to)
  const ids = new Map(options.map(({ id, name }) => [name.toLowerCase(), id]))
  return value => {
    const text = textOf(from, value, people)
    return text === undefined ? undefined : readAs(to, text, ids)
  }
}

export function isList(type: FieldType) {
  return type === 'select' || type === 'multi_select'
}

function convertChoice(value: FieldValue, to: FieldType): FieldValue | undefined {
  const ids = [value].flat() as number[]
  if (to === 'multi_select') return ids
  return ids.length === 1 ? ids[0] : undefined
}

/** Undefined for a user whom nobody knows by name. */
export function textOf(field: CustomField, value: FieldValue, people: Map<number, string>) {
  if (field.type === 'person') return people.get(value as number)
  if (isList(field.type)) return labelOf(field, value)
  return String(value)
}

function readAs(type: FieldType, text: string, options: Map<string, number>): FieldValue | undefined {
  switch (type) {
    case 'text':
      return text.length <= MAX_TEXT_LENGTH ? text : undefined
    case 'number':
      return numberOf(text)
    case 'date':
      return isDay(text) ? text : undefined
    case 'checkbox':
      return checkboxOf(text)
    case 'select':
      return options.get(text.toLowerCase())
    case 'multi_select':
      return choicesOf(text, options)
    case 'url':
      return isWebAddress(text) ? text : undefined
    case 'person':
      return undefined // two people can have the same name
  }
}

/** `12,5` too, as many languages write it. */
function numberOf(text: string) {
  const written = text.replace(/\s/g, '')
  if (!/^[+-]?\d+([.,]\d+)?$/.test(written)) return undefined
  const value = Number(written.replace(',', '.'))
  return Math.abs(value) <= MAX_NUMBER ? value : undefined
}

function checkboxOf(text: string) {
  const word = text.toLowerCase()
  if (packs.some(({ yes }) => yes.includes(word))) return true
  return packs.some(({ no }) => no.includes(word)) ? false : undefined
}

function choicesOf(text: string, options: Map<string, number>) {
  const ids = namesIn(text).map(name => options.get(name.toLowerCase()))
  if (ids.length === 0 || ids.includes(undefined)) return undefined
  return [...new Set(ids as number[])].sort((one, other) => one - other)
}

function namesIn(text: string) {
  return text
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)
}

/** The options that a field needs when its values become a list: the most frequent ones, as many as there can be. */
export function optionNames(
  from: CustomField,
  to: FieldType,
  values: { value: FieldValue; count: number }[],
  { people, limit }: { people: Map<number, string>; limit: number },
) {
  const counts = new Map<string, { name: string; count: number }>()
  for (const { value, count } of values) {
    for (const name of newNames(to, textOf(from, value, people))) {
      const known = counts.get(name.toLowerCase())
      counts.set(name.toLowerCase(), { name: known?.name ?? name, count: (known?.count ?? 0) + count })
    }
  }
  return [...counts.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, limit)
    .map(({ name }) => name)
}

function newNames(to: FieldType, text = '') {
  const names = to === 'select' ? [text] : namesIn(text)
  return names.filter(
    name => name !== '' && name.length <= MAX_OPTION_LENGTH && !/[\p{Cc}\u2028\u2029]/u.test(name),
  )
}
