import { ValidationFailed } from '#errors.ts'
import type { CustomField, FieldValues } from '#fields/field.contract.ts'
import { isList } from '#fields/field-conversion.ts'
import { readValue } from '#fields/field-value.ts'
import type { Losses } from './losses.ts'
import type { ImportPlan, PlannedTask, PlannedValue } from './plan/import-plan.contract.ts'

type Refusals = ConstructorParameters<typeof ValidationFailed>[0]

interface Reading {
  fields: CustomField[]
  userId: (person: string) => number | undefined
  losses: Losses
}

/** The values of each task. One that its field does not take is an error of the plan; a name that is unknown is a loss. */
export function readFields(reading: Reading, plan: ImportPlan, tasks: PlannedTask[]) {
  const refusals: Refusals = {}
  const read = new Map<string, FieldValues>()
  for (const task of tasks) {
    const { values, refused } = readTask(reading, task)
    read.set(task.externalId, values)
    for (const [key, refusal] of refused)
      refusals[`tasks.${plan.tasks.indexOf(task)}.fields.${key}`] = refusal
  }
  if (Object.keys(refusals).length > 0) throw new ValidationFailed(refusals)
  return read
}

function readTask(reading: Reading, { externalId, fields: given = {} }: PlannedTask) {
  const { fields, losses } = reading
  const values: FieldValues = {}
  const refused: [string, Refusals[string]][] = []
  for (const { id, defaultValue } of fields) if (defaultValue !== null) values[id] = defaultValue
  for (const [key, value] of Object.entries(given)) {
    const field = findField(fields, key)
    if (!field) losses.add('fieldUnknown', externalId, key)
    const result = field && readOne(reading, field, externalId, value)
    if (!field || !result) continue
    if ('refusal' in result) refused.push([key, result.refusal])
    else if (result.value !== null) values[field.id] = result.value
  }
  const missing = fields.filter(({ id, isRequired }) => isRequired && values[id] === undefined)
  for (const { name } of missing) losses.add('fieldMissing', externalId, name)
  return { values, refused }
}

function readOne({ userId, losses }: Reading, field: CustomField, externalId: string, value: PlannedValue) {
  const { known, unknown } = resolve(field, value, userId)
  for (const word of unknown) losses.add('fieldUnknown', externalId, `${field.name}: ${word}`)
  return known === undefined ? undefined : readValue(field, known, () => true)
}

/** A field by its id or its name. */
export function findField(fields: CustomField[], key: string) {
  const name = key.trim().toLowerCase()
  return (
    fields.find(({ id }) => String(id) === key) ?? fields.find(field => field.name.toLowerCase() === name)
  )
}

/** Options and people by their names; other values are as they are. */
function resolve(field: CustomField, value: PlannedValue, userId: Reading['userId']) {
  if (!isList(field.type) && field.type !== 'person') return { known: value, unknown: [] }
  const words = wordsOf(value)
  const idOf = (word: string) =>
    field.type === 'person'
      ? userId(word)
      : field.options.find(({ name }) => name.toLowerCase() === word.toLowerCase())?.id
  const ids = words.flatMap(word => idOf(word) ?? [])
  const known = field.type === 'multi_select' ? ids : ids[0]
  return {
    known: ids.length > 0 ? known : undefined,
    unknown: words.filter(word => idOf(word) === undefined),
  }
}

/** The names in a value of a list or a person. */
export function wordsOf(value: PlannedValue) {
  return [value].flat().flatMap(word => (typeof word === 'string' && word.trim() ? [word.trim()] : []))
}
