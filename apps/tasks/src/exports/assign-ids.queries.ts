import { sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import { isListedFor, viewerOf } from '#administration/directory.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { exportKinds } from './export-kinds.ts'
import { countRecords, readRecords } from './read-export.ts'
import type { NumberedKind } from './record-numbers.ts'

export type AssignedIds = Map<NumberedKind, number[]>

export interface ExportedPeople {
  ids: AssignedIds
  /** Everyone in the export, with the account here. */
  people: { email: string; userId: number | null }[]
  unknownPeople: string[]
}

/** Records of the past have no table of their own with a sequence: no record may ever get their ids. */
const sequenceOf: Partial<Record<NumberedKind, string>> = { pastColumns: 'board_columns', pastTasks: 'tasks' }

/**
 * The users whom the people of the export are here, by their confirmed addresses, as far as the importer sees them. What
 * others did is the importer's.
 */
export async function findPeople(
  tx: Database,
  deps: Deps,
  folder: string,
  actor: Actor,
): Promise<ExportedPeople> {
  const emails: string[] = []
  for await (const { email } of readRecords(folder, 'people')) emails.push(String(email).toLowerCase())
  const users = await tx
    .selectFrom('users')
    .where(sql<boolean>`lower(email) = any(${emails}::text[])`)
    .where('erasedAt', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('id', '=', actor.id),
        eb('clientId', 'is not', null),
        and([eb('isEmailVerified', '=', true), isListedFor(viewerOf(actor, deps))]),
      ]),
    )
    .select(['id', sql<string>`lower(email)`.as('email')])
    .execute()
  const known = new Map(users.map(({ id, email }) => [email, id]))
  const ids: AssignedIds = new Map([['people', emails.map(email => known.get(email) ?? actor.id)]])
  const people = emails.map(email => ({ email, userId: known.get(email) ?? null }))
  return { ids, people, unknownPeople: emails.filter(email => !known.has(email)) }
}

/** New ids for all records, in the order of their numbers: the next export numbers them in the same way. */
export async function assignIds(tx: Database, folder: string, ids: AssignedIds) {
  for (const { name, table, isNumbered } of exportKinds) {
    if (!isNumbered) continue
    const kind = name as NumberedKind
    ids.set(kind, await takeIds(tx, sequenceOf[kind] ?? table, await countRecords(folder, kind)))
  }
  ids.set('pastTasks', await takeIds(tx, 'tasks', await countPastTasks(folder)))
}

async function takeIds(tx: Database, table: string, count: number) {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id
    from generate_series(1, ${count}::integer) order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

async function countPastTasks(folder: string) {
  let last = 0
  for await (const { taskId } of readRecords(folder, 'stages')) last = Math.max(last, -Number(taskId))
  return Math.min(last, MOST_PAST_TASKS)
}

const MOST_PAST_TASKS = 10_000_000

/** Stickers that all projects share are here under the same name, or become stickers of the project. */
export async function findSharedStickers(tx: Database, folder: string, ids: AssignedIds) {
  const found = new Set<number>()
  const { rows } = await sql<{ id: number; name: string }>`select id, lower(name) as name from stickers
    where project_id is null`.execute(tx)
  const shared = new Map(rows.map(({ id, name }) => [name, id]))
  const stickerIds = ids.get('stickers') ?? []
  for await (const { id, name, isShared } of readRecords(folder, 'stickers')) {
    const known = isShared ? shared.get(String(name).toLowerCase()) : undefined
    if (known === undefined) continue
    stickerIds[Number(id) - 1] = known
    found.add(Number(id))
  }
  return found
}
