import { listReply } from '@atrium/core/paging'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import { lockMemberRole } from '#projects/record-access.queries.ts'
import { lockProjectWithRight } from '#projects/require-right.ts'
import {
  type CustomField,
  type FieldChanges,
  type FieldOrder,
  type FieldType,
  type FieldValue,
  MAX_FIELDS,
  type NewField,
  type Removal,
} from './field.contract.ts'
import * as queries from './field.queries.ts'
import { getField, listFields, lockField } from './field.queries.ts'
import { isList } from './field-conversion.ts'
import { readValue } from './field-value.ts'
import { countTasksWith, removeValues } from './field-values.queries.ts'

export function createField(
  deps: Deps,
  actor: Actor,
  projectId: number,
  input: NewField,
): Promise<CustomField> {
  return inTransaction(deps, async (tx, emit) => {
    await lockProjectWithRight(tx, actor, projectId, 'field.write')
    return addField(tx, emit, actor, projectId, input)
  })
}

/** To a locked project. */
export async function addField(
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  projectId: number,
  { options = [], defaultValue, ...input }: NewField,
): Promise<CustomField> {
  if ((await queries.countFields(tx, projectId)) >= MAX_FIELDS) {
    throw new Conflict('too_many_custom_fields', { limit: MAX_FIELDS })
  }
  if (options.length > 0 && !isList(input.type)) throw new ValidationFailed({ options: 'unknown_field' })
  refuseRequiredCheckbox(input.type, input.isRequired)
  // Its options have no ids yet: a default that is one of them is marked there.
  const unlisted = { ...input, projectId, options: [] }
  const stored = await readDefault(tx, unlisted, defaultValue ?? null)
  const id = await queries.insertField(tx, { ...input, projectId, defaultValue: stored })
  const optionIds = await queries.insertOptions(tx, { id, projectId }, options)
  const chosen = optionIds.filter((_, index) => options[index]?.isDefault)
  if (chosen.length > 0) await queries.updateField(tx, id, { defaultValue: choiceOf(input.type, chosen) })
  const field = await getField(tx, id)
  const after = { fieldId: id, name: field.name, fieldType: field.type }
  await emit({ type: 'field.created', projectId, actorId: actor.id, after })
  return field
}

function refuseRequiredCheckbox(type: FieldType, isRequired: boolean | undefined) {
  if (type === 'checkbox' && isRequired) throw new ValidationFailed({ isRequired: 'checkbox_always_set' })
}

function choiceOf(type: FieldType, ids: number[]): FieldValue {
  if (type === 'multi_select') return ids
  if (ids.length > 1) throw new ValidationFailed({ options: { code: 'too_many', limit: 1 } })
  return ids[0] as number
}

async function readDefault(
  tx: Database,
  field: Pick<CustomField, 'projectId' | 'type' | 'options'>,
  given: unknown,
): Promise<FieldValue | null> {
  const isPerson = field.type === 'person' && Number.isSafeInteger(given) && Number(given) > 0
  const isMember = isPerson && (await lockMemberRole(tx, field.projectId, given as number)) !== undefined
  const read = readValue(field, given, () => isMember)
  if ('refusal' in read) throw new ValidationFailed({ defaultValue: read.refusal })
  return read.value
}

export function updateField(
  deps: Deps,
  actor: Actor,
  id: number,
  { defaultValue: given, ...changes }: FieldChanges,
): Promise<CustomField> {
  return inTransaction(deps, async (tx, emit) => {
    const before = await lockFieldOf(tx, actor, id)
    const { projectId } = before
    refuseRequiredCheckbox(before.type, changes.isRequired)
    const defaultValue = given === undefined ? undefined : await readDefault(tx, before, given)
    const all = { ...changes, ...(defaultValue !== undefined && { defaultValue }) }
    const names = (Object.keys(all) as (keyof typeof all)[]).filter(
      name => JSON.stringify(all[name]) !== JSON.stringify(before[name]),
    )
    if (names.length === 0) return before
    await queries.updateField(tx, id, { ...all, updatedAt: deps.now().toISOString() })
    const after = await getField(tx, id)
    const pick = (field: CustomField) => Object.fromEntries(names.map(name => [name, field[name]]))
    await emit({
      type: 'field.updated',
      projectId,
      actorId: actor.id,
      before: { fieldId: id, name: before.name, ...pick(before) },
      after: { fieldId: id, name: after.name, ...pick(after) },
    })
    return after
  })
}

/** Locks the project first, as everything that changes several records of one does. */
export async function lockFieldOf(tx: Database, actor: Actor, id: number) {
  const { projectId } = await getField(tx, id)
  await lockProjectWithRight(tx, actor, projectId, 'field.write')
  return lockField(tx, id)
}

/** The list must name every field: a caller who has not seen one can't say where it belongs. */
export function reorderFields(deps: Deps, actor: Actor, projectId: number, { fieldIds }: FieldOrder) {
  return inTransaction(deps, async (tx, emit) => {
    await lockProjectWithRight(tx, actor, projectId, 'field.write')
    const before = { fieldIds: (await listFields(tx, projectId)).map(({ id }) => id) }
    const { missing, foreign } = differences(before.fieldIds, fieldIds)
    if (missing || foreign) {
      throw new ValidationFailed({
        fieldIds: [
          ...(missing ? [{ code: 'fields_missing', ids: missing } as const] : []),
          ...(foreign ? [{ code: 'foreign_fields', ids: foreign } as const] : []),
        ],
      })
    }
    if (fieldIds.join() !== before.fieldIds.join()) {
      await queries.updateFieldOrder(tx, fieldIds)
      await emit({ type: 'field.reordered', projectId, actorId: actor.id, before, after: { fieldIds } })
    }
    const items = await listFields(tx, projectId)
    return listReply(items, items.length, { page: 1, limit: Math.max(items.length, 1), offset: 0 })
  })
}

export function differences(ids: number[], given: number[]) {
  return {
    missing: ids.filter(id => !given.includes(id)).join(', '),
    foreign: given.filter(id => !ids.includes(id)).join(', '),
  }
}

export function deleteField(deps: Deps, actor: Actor, id: number, { force = false }: Removal) {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, name, type } = await lockFieldOf(tx, actor, id)
    const taskCount = await countTasksWith(tx, id)
    if (taskCount > 0 && !force) throw new Conflict('field_in_use', { taskCount })
    if (taskCount > 0) await removeValues(tx, id)
    await queries.deleteField(tx, id)
    const before = { fieldId: id, name, fieldType: type, taskCount }
    await emit({ type: 'field.deleted', projectId, actorId: actor.id, before })
  })
}
