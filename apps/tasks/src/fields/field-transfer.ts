import type { Database } from '#database.ts'
import { lockMemberRole } from '#projects/record-access.queries.ts'
import type { CustomField, FieldValue, FieldValues } from './field.contract.ts'
import { listFields } from './field.queries.ts'

/** Field values of a task in another project, and the names of the fields that it does not have there. */
export interface TransferredValues {
  values: FieldValues
  lost: string[]
}

/**
 * By the name and type of the field, and the names of options. Fields of the new project that get no value have their
 * default. The caller has locked both projects.
 */
export async function transferValues(
  tx: Database,
  stored: FieldValues,
  projects: { from: number; to: number },
): Promise<TransferredValues> {
  const [before, after] = await Promise.all([listFields(tx, projects.from), listFields(tx, projects.to)])
  const values: FieldValues = {}
  for (const { id, defaultValue } of after) if (defaultValue !== null) values[id] = defaultValue
  const lost: string[] = []
  for (const field of before) {
    const value = stored[field.id]
    if (value === undefined) continue
    const target = after.find(one => one.type === field.type && isSameName(one, field))
    const transferred = target && (await valueIn(tx, field, target, value))
    if (target && transferred !== undefined) values[target.id] = transferred
    else lost.push(field.name)
  }
  return { values, lost }
}

function isSameName(one: { name: string }, other: { name: string }) {
  return one.name.toLowerCase() === other.name.toLowerCase()
}

async function valueIn(
  tx: Database,
  from: CustomField,
  to: CustomField,
  value: FieldValue,
): Promise<FieldValue | undefined> {
  if (to.type === 'person') {
    return (await lockMemberRole(tx, to.projectId, value as number)) ? value : undefined
  }
  if (to.type !== 'select' && to.type !== 'multi_select') return value
  const ids = [value].flat() as number[]
  const names = from.options.filter(({ id }) => ids.includes(id))
  const substitutes = to.options.filter(option => names.some(name => isSameName(name, option)))
  if (substitutes.length < names.length || substitutes.length === 0) return undefined
  const found = substitutes.map(({ id }) => id).sort((one, other) => one - other)
  return to.type === 'select' ? found[0] : found
}

/** What a copy of a task gets: completed tasks can name people who have left since. */
export async function copiedValues(
  tx: Database,
  projectId: number,
  stored: FieldValues,
): Promise<FieldValues> {
  if (Object.keys(stored).length === 0) return {}
  const values = { ...stored }
  for (const { id, type } of await listFields(tx, projectId)) {
    const value = values[id]
    if (type !== 'person' || value === undefined) continue
    if (!(await lockMemberRole(tx, projectId, value as number))) delete values[id]
  }
  return values
}
