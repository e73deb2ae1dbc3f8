import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Database } from '#database.ts'
import { exportKinds } from './export-kinds.ts'

/** Someone whom records of the project refer to, known elsewhere by their address. */
export const ExportedPerson = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  email: Type.String(),
  name: Type.String(),
  surname: Type.String(),
  patronymic: Type.Union([Type.String(), Type.Null()]),
  isApplication: Type.Boolean({ description: 'A program rather than a person' }),
})

/** Everyone whom the records refer to, in the order of their addresses. */
export async function listPeople(tx: Database, projectId: number) {
  const { rows } = await sql<{
    id: number
    email: string
    name: string
    surname: string
    patronymic: string | null
    isApplication: boolean
  }>`
    select id, email, name, surname, patronymic, client_id is not null as is_application
    from users where id in (${sql.join(referencesTo(projectId), sql` union `)})
    order by lower(email) collate "C"`.execute(tx)
  return rows
}

function referencesTo(projectId: number) {
  const named = exportKinds.flatMap(({ table, where, fields }) =>
    Object.entries(fields)
      .filter(([, { kind }]) => kind === 'people')
      .map(([column, { isList }]) => {
        const id = isList ? sql`unnest(${sql.ref(column)})` : sql.ref(column)
        return sql`select ${id} from ${sql.table(table)} where ${where(projectId)}`
      }),
  )
  const chosen = sql`select number_value::bigint from task_field_values
    where project_id = ${sql.lit(projectId)} and field_id in (
      select id from custom_fields where project_id = ${sql.lit(projectId)} and type = 'person')`
  return [...named, chosen]
}
