import { sql } from 'kysely'

/** Whether the project that the column names is not on legal hold; few are. */
export function isNotHeld(column: string) {
  return sql<boolean>`not exists (select from projects as held where held.id = ${sql.ref(column)} and held.held_at is not null)`
}
