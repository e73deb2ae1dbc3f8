import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import { lockFieldOf } from './field.commands.ts'
import {
  type ChangedType,
  type CustomField,
  type FieldOption,
  type FieldType,
  MAX_OPTIONS,
  type TypeChange,
  type TypeChangePreview,
} from './field.contract.ts'
import * as queries from './field.queries.ts'
import { getField } from './field.queries.ts'
import { conversion, isList, optionNames, textOf } from './field-conversion.ts'
import { convertValues, countValues, listPeopleNames } from './field-values.queries.ts'

const MAX_EXAMPLES = 5
const MAX_EXAMPLE_LENGTH = 100

export async function previewTypeChange(
  db: Database,
  id: number,
  type: FieldType,
): Promise<TypeChangePreview> {
  const field = await getField(db, id)
  const { values, people } = await planOf(db, field, type)
  const lost = values.filter(({ after }) => after === undefined)
  const examples = lost
    .slice(0, MAX_EXAMPLES)
    .map(({ before }) => textOf(field, before, people) ?? String(before))
  return {
    ...totals(values),
    lostExamples: examples.map(text => Array.from(text).slice(0, MAX_EXAMPLE_LENGTH).join('')),
  }
}

/** With `losses: 'refuse'`, only if every value converts. */
export function changeFieldType(
  deps: Deps,
  actor: Actor,
  id: number,
  { type, losses }: TypeChange,
): Promise<ChangedType> {
  return inTransaction(deps, async (tx, emit) => {
    const field = await lockFieldOf(tx, actor, id)
    const { projectId, name } = field
    if (type === field.type) throw new ValidationFailed({ type: 'same_field_type' })
    const plan = await planOf(tx, field, type)
    const { kept, lost } = totals(plan.values)
    if (lost > 0 && losses === 'refuse') throw new Conflict('field_values_lost', { kept, lost })

    const newIds = await queries.insertOptions(
      tx,
      field,
      plan.newOptions.map(optionName => ({ name: optionName })),
    )
    const stored = (value: number) => newIds[-1 - value] ?? value
    const finalOf = (value: (typeof plan.values)[number]['after']) =>
      isList(type) && value !== undefined
        ? Array.isArray(value)
          ? value.map(stored).sort((one, other) => one - other)
          : stored(value as number)
        : value
    await queries.updateField(tx, id, {
      type,
      ...(type === 'checkbox' && { isRequired: false }),
      defaultValue: field.defaultValue === null ? null : (finalOf(plan.convert(field.defaultValue)) ?? null),
      updatedAt: deps.now().toISOString(),
    })
    await convertValues(
      tx,
      id,
      plan.values.map(({ before, after }) => ({ before, after: finalOf(after) })),
    )
    if (!isList(type)) await queries.deleteOptions(tx, id)
    await emit({
      type: 'field.type_changed',
      projectId,
      actorId: actor.id,
      before: { fieldId: id, name, fieldType: field.type },
      after: { fieldId: id, name, fieldType: type, kept, lost },
    })
    return { item: await getField(tx, id), kept, lost }
  })
}

/** What each value becomes. Options that don't exist yet have ids below zero: the first is -1. */
async function planOf(db: Database, field: CustomField, type: FieldType) {
  const found = await countValues(db, field.id)
  const people = await peopleIn(
    db,
    field,
    found.map(({ value }) => value),
  )
  const withDefault =
    field.defaultValue === null ? found : [...found, { value: field.defaultValue, count: 0 }]
  const isNewList = isList(type) && !isList(field.type)
  const newOptions = isNewList ? optionNames(field, type, withDefault, { people, limit: MAX_OPTIONS }) : []
  const options: FieldOption[] = isNewList
    ? newOptions.map((name, index) => ({ id: -1 - index, name, color: '' }))
    : field.options
  const convert = conversion(field, type, { people, options })
  const values = found.map(({ value, count }) => ({ before: value, after: convert(value), count }))
  return { values, newOptions, people, convert }
}

async function peopleIn(db: Database, { type, defaultValue }: CustomField, values: unknown[]) {
  if (type !== 'person') return new Map<number, string>()
  return listPeopleNames(db, [...values, defaultValue].filter(id => typeof id === 'number') as number[])
}

function totals(values: { after: unknown; count: number }[]) {
  const sum = (some: typeof values) => some.reduce((total, { count }) => total + count, 0)
  const lost = sum(values.filter(({ after }) => after === undefined))
  return { kept: sum(values) - lost, lost }
}
