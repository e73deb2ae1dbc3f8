import { ApiError } from '@atrium/client/api-error'
import { createFieldOption, type FieldInput, type FieldValue } from '@atrium/tasks/fields/field.contract'
import { api } from '../../../api.ts'
import { unknownFieldWords } from '../files/import-losses.ts'
import { type FieldWord, type PlannedValue, stickerColor } from '../files/import-plan.ts'
import type { Directory } from './directory.ts'
import { type ImportControl, sendWithRetry } from './import-requests.ts'

interface OptionsRun {
  runId: string
  fieldWords: FieldWord[]
  createsOptions: boolean
  directory: Directory
}

/** The directory with the options that the file names and the lists lack. A list that is full stays as it is. */
export async function withNewOptions(run: OptionsRun, control: ImportControl): Promise<Directory> {
  const { runId, fieldWords, createsOptions, directory } = run
  if (!createsOptions) return directory
  const created = new Map<string, number>()
  const missing = unknownFieldWords(fieldWords, directory).filter(({ fieldId }) =>
    directory.hasOptions(fieldId),
  )
  for (const [index, { fieldId, word }] of missing.entries()) {
    const input = {
      params: { id: fieldId },
      body: { name: word, color: stickerColor(word) },
      idempotencyKey: `${runId}-option-${index}`,
    }
    const answer = await sendWithRetry(control, () => api(createFieldOption, input)).catch(conflictOrThrow)
    const option = answer?.item.options.find(({ name }) => isSame(name, word))
    if (option) created.set(keyOf(fieldId, word), option.id)
  }
  return {
    ...directory,
    fieldRecordId: (fieldId, word) =>
      directory.fieldRecordId(fieldId, word) ?? created.get(keyOf(fieldId, word)),
  }
}

function conflictOrThrow(error: unknown) {
  if (error instanceof ApiError && error.status === 409) return undefined
  throw error
}

function keyOf(fieldId: number, word: string) {
  return `${fieldId} ${word.toLowerCase()}`
}

function isSame(one: string, other: string) {
  return one.toLowerCase() === other.toLowerCase()
}

/** The values of custom fields of a new task, and whether the project lacks an option or a person among them. */
export function customValues(planned: PlannedValue[] = [], directory: Directory) {
  const fields: FieldInput = {}
  let hasUnknown = false
  for (const { fieldId, value, words } of planned) {
    if (!words) {
      if (value !== undefined) fields[fieldId] = value
      continue
    }
    const ids = words.map(word => directory.fieldRecordId(fieldId, word))
    const found = [...new Set(ids)].filter(id => id !== undefined)
    hasUnknown ||= ids.includes(undefined)
    if (found.length > 0) fields[fieldId] = valueOfType(directory, fieldId, found)
  }
  return { fields, hasUnknown }
}

function valueOfType({ fields }: Directory, fieldId: number, ids: number[]): FieldValue {
  const isList = fields.some(({ id, type }) => id === fieldId && type === 'multi_select')
  return isList ? ids : (ids[0] as number)
}
