import { among } from '@atrium/database/conditions'
import { type Emit, settleAll } from '@atrium/database/transaction'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#database.ts'
import { ValidationFailed } from '#errors.ts'
import type { ActivityEvent, Event } from '#events.ts'
import type { CustomField, FieldInput, FieldValue, FieldValues } from './field.contract.ts'
import { listFields, listFieldsById } from './field.queries.ts'
import { labelOf, readValue } from './field-value.ts'
import { listPersonFields, removeDefaultPerson, removePerson } from './field-values.queries.ts'

export interface LockedFields {
  fields: CustomField[]
  isMember: (projectId: number, userId: number) => boolean
}

/**
 * Until the transaction ends, the given people stay members and the fields keep their types and options. Call it before the
 * task is locked: a change of a field locks the field and then its tasks.
 */
export async function lockGivenFields(tx: Database, ...given: (FieldInput | undefined)[]) {
  const inputs = given.filter(input => input !== undefined)
  const ids = fieldIdsIn(inputs)
  if (ids.length === 0) return undefined
  return lockFields(tx, inputs, among('id', ids), () => listFieldsById(tx, ids))
}

/** The same for all fields of a project: a new task gets their defaults. */
export function lockProjectFields(tx: Database, projectId: number, given: FieldInput) {
  const isOfProject = sql<SqlBool>`project_id = ${projectId}`
  return lockFields(tx, [given], isOfProject, () => listFields(tx, projectId))
}

async function lockFields(
  tx: Database,
  inputs: FieldInput[],
  scope: RawBuilder<SqlBool>,
  list: () => Promise<CustomField[]>,
): Promise<LockedFields> {
  const [members, , fields] = await settleAll([
    lockMembers(tx, fieldIdsIn(inputs), peopleIn(inputs)),
    tx.selectFrom('customFields').where(scope).select('id').orderBy('id').forShare().execute(),
    // A statement after the lock, because only that is sure to see the options as they are now.
    list(),
  ])
  const isMember = (projectId: number, userId: number) =>
    members.some(member => member.projectId === projectId && member.userId === userId)
  return { fields, isMember }
}

function fieldIdsIn(inputs: FieldInput[]) {
  return [...new Set(inputs.flatMap(input => Object.keys(input).map(Number)))]
}

function peopleIn(inputs: FieldInput[]) {
  const values = new Set(inputs.flatMap(input => Object.values(input)))
  return [...values].filter(value => Number.isSafeInteger(value) && Number(value) > 0) as number[]
}

async function lockMembers(tx: Database, fieldIds: number[], userIds: number[]) {
  if (userIds.length === 0) return []
  return tx
    .selectFrom('projectMembers')
    .where('projectId', 'in', eb =>
      eb
        .selectFrom('customFields')
        .where(among('customFields.id', fieldIds))
        .where('type', '=', 'person')
        .select('customFields.projectId'),
    )
    .where(among('userId', userIds))
    .select(['projectId', 'userId'])
    .orderBy('userId')
    .forShare()
    .execute()
}

/** The given values as they are stored; null for those that are cleared. */
function readFieldInput({ fields, isMember }: LockedFields, projectId: number, given: FieldInput) {
  const values: Record<string, FieldValue | null> = {}
  const refusals: ConstructorParameters<typeof ValidationFailed>[0] = {}
  for (const [key, value] of Object.entries(given)) {
    const field = fields.find(({ id }) => String(id) === key)
    if (!field) refusals[`fields.${key}`] = 'does_not_exist'
    else if (field.projectId !== projectId) refusals[`fields.${key}`] = 'in_other_project'
    else {
      const read = readValue(field, value, userId => isMember(projectId, userId))
      if ('refusal' in read) refusals[`fields.${key}`] = read.refusal
      else if (read.value === null && field.isRequired) refusals[`fields.${key}`] = 'required'
      else values[key] = read.value
    }
  }
  if (Object.keys(refusals).length > 0)
    throw new ValidationFailed(refusals, namesOf(fields, projectId, refusals))
  return values
}

/** Beside keys such as `fields.12`, which only programs can read. Names of other projects stay there. */
function namesOf(fields: CustomField[], projectId: number, refusals: object) {
  const named = fields.filter(
    field => field.projectId === projectId && Object.hasOwn(refusals, `fields.${field.id}`),
  )
  return named.length > 0
    ? { names: Object.fromEntries(named.map(({ id, name }) => [`fields.${id}`, name])) }
    : {}
}

/** The values of a new task: what is given, and the defaults of the other fields. */
export function newFieldValues(locked: LockedFields, projectId: number, given: FieldInput): FieldValues {
  const defaults = locked.fields.filter(field => field.projectId === projectId && !(field.id in given))
  const missing = Object.fromEntries(
    defaults
      .filter(({ isRequired, defaultValue }) => isRequired && defaultValue === null)
      .map(({ id }) => [String(id), null]),
  )
  const values = readFieldInput(locked, projectId, { ...missing, ...given })
  const withDefaults = [
    ...defaults.map(({ id, defaultValue }) => [String(id), defaultValue] as const),
    ...Object.entries(values),
  ]
  return Object.fromEntries(withDefaults.filter(([, value]) => value !== null)) as FieldValues
}

/** What a change of a task does to its custom fields. */
export function changeFieldValues(
  locked: LockedFields | undefined,
  task: { projectId: number; fieldValues: FieldValues },
  input: FieldInput = {},
) {
  const stored = task.fieldValues
  const values = locked ? readFieldInput(locked, task.projectId, input) : {}
  const isChanged = ([key, value]: [string, FieldValue | null]) =>
    JSON.stringify(stored[key] ?? null) !== JSON.stringify(value)
  const changed = Object.entries(values).filter(isChanged)
  if (!locked || changed.length === 0) return { given: {}, columns: {} }
  const all = Object.entries({ ...stored, ...Object.fromEntries(changed) })
  const kept = Object.fromEntries(all.filter(([, value]) => value !== null)) as FieldValues
  const fields = locked.fields.filter(({ id }) => changed.some(([key]) => key === String(id)))
  return {
    /** The changed fields by the names that versions have. */
    given: Object.fromEntries(changed.map(([key, value]) => [`field:${key}`, value])),
    values: kept,
    columns: { fieldValues: JSON.stringify(kept) },
    recorded: { before: recordedValues(fields, stored), after: recordedValues(fields, values) },
  }
}

/** What the activity says about each field: it may be renamed or deleted later. */
export function recordedValues(fields: CustomField[], values: Record<string, FieldValue | null | undefined>) {
  return Object.fromEntries(
    fields.map(field => {
      const { id, name, type: fieldType } = field
      const value = values[id] ?? null
      return [String(id), { name, fieldType, value, label: labelOf(field, value) }]
    }),
  )
}

/** When a member leaves, in the same transaction: open tasks no longer name them. */
export async function clearMember(
  tx: Database,
  emit: Emit<Event>,
  { projectId, actorId, before: { userId } }: ActivityEvent<'member.removed'>,
) {
  await removeDefaultPerson(tx, projectId, userId)
  for (const { id: fieldId, name } of await listPersonFields(tx, projectId)) {
    const recorded = (value: number | null) => ({
      fields: { [fieldId]: { name, fieldType: 'person' as const, value } },
    })
    for (const { id: taskId, boardId, version } of await removePerson(tx, fieldId, userId)) {
      await emit({
        type: 'task.updated',
        projectId,
        boardId,
        taskId,
        taskVersion: version,
        actorId,
        before: recorded(userId),
        after: recorded(null),
      })
    }
  }
}
