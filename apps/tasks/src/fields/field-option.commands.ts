import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import { differences, lockFieldOf } from './field.commands.ts'
import {
  type CustomField,
  type FieldOptionChanges,
  type FieldOptionOrder,
  MAX_OPTIONS,
  type NewFieldOption,
  type Removal,
} from './field.contract.ts'
import * as queries from './field.queries.ts'
import { getField, getOption } from './field.queries.ts'
import { isList } from './field-conversion.ts'
import { countTasksWith, removeOptionValues } from './field-values.queries.ts'

/** Who changes options has locked their field: values of it are written before or after, never in between. */
export function createOption(
  deps: Deps,
  actor: Actor,
  fieldId: number,
  option: NewFieldOption,
): Promise<CustomField> {
  return inTransaction(deps, async (tx, emit) => {
    const field = await lockFieldOf(tx, actor, fieldId)
    if (!isList(field.type)) throw new Conflict('field_has_no_options')
    if (field.options.length >= MAX_OPTIONS) {
      throw new Conflict('too_many_field_options', { limit: MAX_OPTIONS })
    }
    await addOptions(tx, emit, actor, field, [option])
    return getField(tx, fieldId)
  })
}

/** Adds options to a locked list that has room for them. */
export async function addOptions(
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  { id: fieldId, projectId, name }: Pick<CustomField, 'id' | 'projectId' | 'name'>,
  options: NewFieldOption[],
) {
  const ids = await queries.insertOptions(tx, { id: fieldId, projectId }, options)
  for (const [index, optionId] of ids.entries()) {
    const after = { fieldId, name, optionId, option: options[index]?.name ?? '' }
    await emit({ type: 'option.created', projectId, actorId: actor.id, after })
  }
}

export function updateOption(
  deps: Deps,
  actor: Actor,
  id: number,
  changes: FieldOptionChanges,
): Promise<CustomField> {
  return inTransaction(deps, async (tx, emit) => {
    const { fieldId } = await getOption(tx, id)
    const { projectId, name } = await lockFieldOf(tx, actor, fieldId)
    const before = await getOption(tx, id)
    await queries.updateOption(tx, id, changes)
    const after = await getOption(tx, id)
    if (before.name !== after.name || before.color !== after.color) {
      const fieldsOf = (option: typeof before) => ({
        fieldId,
        name,
        optionId: id,
        option: option.name,
        color: option.color,
      })
      await emit({
        type: 'option.updated',
        projectId,
        actorId: actor.id,
        before: fieldsOf(before),
        after: fieldsOf(after),
      })
    }
    return getField(tx, fieldId)
  })
}

export function reorderOptions(
  deps: Deps,
  actor: Actor,
  fieldId: number,
  { optionIds }: FieldOptionOrder,
): Promise<CustomField> {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, name, options } = await lockFieldOf(tx, actor, fieldId)
    const ids = options.map(({ id }) => id)
    const { missing, foreign } = differences(ids, optionIds)
    if (missing || foreign) {
      throw new ValidationFailed({
        optionIds: [
          ...(missing ? [{ code: 'options_missing', ids: missing } as const] : []),
          ...(foreign ? [{ code: 'foreign_options', ids: foreign } as const] : []),
        ],
      })
    }
    if (optionIds.join() !== ids.join()) {
      await queries.updateOptionOrder(tx, optionIds)
      await emit({
        type: 'option.reordered',
        projectId,
        actorId: actor.id,
        before: { fieldId, name, optionIds: ids },
        after: { fieldId, name, optionIds },
      })
    }
    return getField(tx, fieldId)
  })
}

export function deleteOption(
  deps: Deps,
  actor: Actor,
  id: number,
  { force = false }: Removal,
): Promise<CustomField> {
  return inTransaction(deps, async (tx, emit) => {
    const { fieldId } = await getOption(tx, id)
    const field = await lockFieldOf(tx, actor, fieldId)
    const { projectId, name, defaultValue } = field
    const { name: option } = await getOption(tx, id)
    const taskCount = await countTasksWith(tx, fieldId, id)
    if (taskCount > 0 && !force) throw new Conflict('field_option_in_use', { taskCount })
    if (taskCount > 0) await removeOptionValues(tx, fieldId, id)
    const chosen = [defaultValue].flat()
    if (chosen.includes(id)) {
      const left = chosen.filter(one => one !== id) as number[]
      await queries.updateField(tx, fieldId, { defaultValue: left.length > 0 ? left : null })
    }
    await queries.deleteOptions(tx, fieldId, [id])
    const before = { fieldId, name, optionId: id, option, taskCount }
    await emit({ type: 'option.deleted', projectId, actorId: actor.id, before })
    return getField(tx, fieldId)
  })
}
