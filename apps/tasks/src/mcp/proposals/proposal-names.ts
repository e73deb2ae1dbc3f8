import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { FieldInput } from '#fields/field.contract.ts'
import { listOwnFields } from '#fields/field.queries.ts'
import { recordedValues } from '#fields/field-input.ts'

/** What each field of a tool's input refers to. */
const kinds = {
  taskId: 'task',
  parentId: 'task',
  afterTaskId: 'task',
  beforeTaskId: 'task',
  projectId: 'project',
  boardId: 'board',
  columnId: 'column',
  cycleId: 'cycle',
  priorityId: 'priority',
  assigneeId: 'person',
  assigneeIds: 'person',
  addAssigneeIds: 'person',
  removeAssigneeIds: 'person',
  addStickerIds: 'sticker',
  removeStickerIds: 'sticker',
} as const
type Field = keyof typeof kinds

const named = Object.entries(kinds) as [Field, (typeof kinds)[Field]][]

type Input = Record<string, unknown>

/** Returns the names of what the inputs refer to, for each of them, by field. What the user does not see has none. */
export async function namesOf(db: Database, userId: number, inputs: Input[]) {
  const find = await readNames(db, userId, inputs.map(fieldsOf))
  return inputs.map(input => {
    const fields = fieldsOf(input)
    const entries = named.flatMap(([field, kind]) => {
      const names = idsIn(fields[field]).map(id => find(kind, id))
      return names.length > 0 && names.every(name => name !== undefined) ? [[field, names]] : []
    })
    return Object.fromEntries(entries) as Record<string, string[]>
  })
}

/** Returns the custom fields that the inputs set, for each of them, as the activity records them, with the names of people. */
export async function customFieldsOf(db: Database, userId: number, inputs: Input[]) {
  const given = inputs.map(input => (fieldsOf(input).fields ?? {}) as FieldInput)
  const ids = [...new Set(given.flatMap(values => Object.keys(values).map(Number)))]
  if (ids.length === 0) return []
  const fields = await listOwnFields(db, userId, ids)
  const set = given.map(values =>
    recordedValues(
      fields.filter(({ id }) => id in values),
      values,
    ),
  )
  const all = set.flatMap(values => Object.values(values)).filter(({ fieldType }) => fieldType === 'person')
  const find = await readNames(db, userId, [{ assigneeIds: all.map(({ value }) => value) }])
  for (const named of all)
    named.label = typeof named.value === 'number' ? find('person', named.value) : undefined
  return set
}

/** The changes of `update_tasks` are a level deeper than the fields of other tools. */
function fieldsOf({ change, ...input }: Input): Input {
  return { ...input, ...(change as Input | undefined) }
}

function idsIn(value: unknown) {
  return [value].flat().filter(one => typeof one === 'number')
}

async function readNames(db: Database, userId: number, fields: Input[]) {
  const ids = (kind: string) => [
    ...new Set(fields.flatMap(one => named.flatMap(([field, of]) => (of === kind ? idsIn(one[field]) : [])))),
  ]
  const { rows } = await sql<{ kind: string; id: number; name: string }>`
    with own as (select project_id from project_members where user_id = ${userId})
    select 'task' as kind, tasks.id, concat(projects.key || '-' || tasks.number || ' ', tasks.title) as name
    from tasks join projects on projects.id = tasks.project_id
    where tasks.id = any(${ids('task')}) and tasks.project_id in (table own)
    union all select 'project', id, name from projects where id = any(${ids('project')}) and id in (table own)
    union all select 'board', id, name from boards where id = any(${ids('board')}) and project_id in (table own)
    union all select 'column', id, title from board_columns
      where id = any(${ids('column')}) and board_project_id in (table own)
    union all select 'cycle', id, name from cycles where id = any(${ids('cycle')}) and project_id in (table own)
    union all select 'priority', id, name from task_priorities where id = any(${ids('priority')})
    union all select 'person', id, concat_ws(' ', users.name, users.surname) from users where id = any(${ids('person')})
      and id in (select user_id from project_members where project_id in (table own))
    union all select 'sticker', id, name from stickers
      where id = any(${ids('sticker')}) and (project_id is null or project_id in (table own))`.execute(db)
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
  return (kind: string, id: number) => names.get(`${kind} ${id}`)
}
