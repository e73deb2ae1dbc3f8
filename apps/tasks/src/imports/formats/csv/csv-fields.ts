import { packs } from '@atrium/texts/words'
import { type CustomField, type FieldType, MAX_OPTIONS } from '#fields/field.contract.ts'
import { longest, type PlannedValue } from '../../plan/import-plan.contract.ts'
import { cut, type Remarks, singleLine } from '../../plan/plan-texts.ts'
import { readDate, readNumber } from './csv-values.ts'

/** A custom field and the index of its column in the file. */
export interface MappedField {
  id: number
  name: string
  type: FieldType
  index: number
}

/** What a row has for the custom fields, by their ids. A person is named by the words of the file. */
export function readCustomFields(
  texts: (index: number) => string,
  fields: MappedField[],
  dates: { isMonthFirst: boolean },
  remarks: Remarks,
) {
  const values: Record<string, PlannedValue> = {}
  for (const { id, name, type, index } of fields) {
    const text = singleLine(texts(index))
    if (!text) continue
    const value = readFieldText(type, text, dates)
    if (value === null) remarks.add('fieldUnread', `${name}: ${text}`)
    else values[id] = value
    if (type === 'text' && text.length > longest.fieldText) remarks.add('fieldCut', name)
  }
  return values
}

/** The value that a field of the type has for a text; null if the text is none. Other programs write dates with the year first. */
export function readFieldText(
  type: FieldType,
  text: string,
  dates = { isMonthFirst: false },
): PlannedValue | null {
  return readers[type](text, dates)
}

type Reader = (text: string, dates: { isMonthFirst: boolean }) => PlannedValue | null

const readers: Record<FieldType, Reader> = {
  text: text => cut(text, longest.fieldText),
  number: readNumber,
  date: readDate,
  checkbox: text => yesAndNo.get(text.toLowerCase()) ?? null,
  select: text => cut(text, longest.option),
  multi_select: wordsOf,
  person: text => cut(text, longest.person),
  url: text =>
    /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) && text.length <= longest.url ? text : null,
}

const marks = { yes: ['y', 'x', '✓', '✔', '+'], no: ['n', '-'] }
const yesAndNo = new Map(
  [marks, ...packs].flatMap(({ yes, no }) => [
    ...yes.map(word => [word, true] as const),
    ...no.map(word => [word, false] as const),
  ]),
)

function wordsOf(text: string) {
  const words = text.split(/[,;|]/).map(word => cut(word.trim(), longest.option))
  return [...new Set(words.filter(Boolean))].slice(0, MAX_OPTIONS)
}

/** Fields whose name is a heading of the file that nothing else uses. */
export function guessFields(
  headers: string[],
  fields: CustomField[],
  used: (number | undefined)[],
): MappedField[] {
  const plain = headers.map(header => header.trim().toLowerCase())
  return fields
    .map(({ id, name, type }) => ({ id, name, type, index: plain.indexOf(name.toLowerCase()) }))
    .filter(({ index }) => index >= 0 && !used.includes(index))
}
