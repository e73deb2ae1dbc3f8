import type { CustomField, FieldType } from '@atrium/tasks/fields/field.contract'
import { readDate, readNumber } from './csv-values.ts'
import { cut, longest, type PlannedValue, type Remark, singleLine } from './import-plan.ts'

/** A custom field and the index of its column in the file. */
export interface MappedField {
  id: number
  name: string
  type: FieldType
  index: number
}

interface ReadRow {
  values: PlannedValue[]
  remarks: Remark[]
  unread: Partial<Record<Remark, string>>
}

const MAX_SHOWN = 40

/** What a row has for the custom fields. Names of options and people are looked up when the task is created. */
export function readCustomFields(
  texts: (index: number) => string,
  fields: MappedField[],
  dates: { isMonthFirst: boolean },
): ReadRow {
  const row: ReadRow = { values: [], remarks: [], unread: {} }
  for (const { id, name, type, index } of fields) {
    const text = singleLine(texts(index))
    if (!text) continue
    const value = readers[type](text, dates)
    if (value === null) {
      row.remarks.push('fieldUnread')
      row.unread.fieldUnread = cut(`${name}: ${text}`, MAX_SHOWN)
      continue
    }
    if (type === 'text' && text.length > longest.fieldText) row.remarks.push('fieldCut')
    row.values.push({ fieldId: id, fieldName: name, ...value })
  }
  return { ...row, remarks: [...new Set(row.remarks)] }
}

type Reader = (text: string, dates: { isMonthFirst: boolean }) => Pick<PlannedValue, 'value' | 'words'> | null

const readers: Record<FieldType, Reader> = {
  text: text => ({ value: cut(text, longest.fieldText) }),
  number: text => orNull(readNumber(text)),
  date: (text, dates) => orNull(readDate(text, dates)),
  checkbox: text => orNull(yesAndNo.get(text.toLowerCase()) ?? null),
  select: text => ({ words: [cut(text, longest.option)] }),
  multi_select: text => ({ words: wordsOf(text) }),
  person: text => ({ words: [text] }),
  url: text =>
    /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) && text.length <= longest.url
      ? { value: text }
      : null,
}

function orNull<Value extends string | number | boolean>(value: Value | null) {
  return value === null ? null : { value }
}

const yes = ['true', 'yes', 'y', '1', 'x', '✓', '✔', 'да', '+']
const no = ['false', 'no', 'n', '0', 'нет', '-']
const yesAndNo = new Map([
  ...yes.map(word => [word, true] as const),
  ...no.map(word => [word, false] as const),
])

function wordsOf(text: string) {
  const words = text.split(/[,;|]/).map(word => cut(word.trim(), longest.option))
  return [...new Set(words.filter(Boolean))]
}

/** Fields whose name is a heading of the file that nothing else uses. */
export function guessFields(headers: string[], fields: CustomField[], used: (number | undefined)[]) {
  const plain = headers.map(header => header.trim().toLowerCase())
  const found = fields.map(({ id, name }) => [String(id), plain.indexOf(name.toLowerCase())] as const)
  return Object.fromEntries(found.filter(([, index]) => index >= 0 && !used.includes(index)))
}
