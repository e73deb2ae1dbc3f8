import type { Language } from '@atrium/core/language'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { findPersonalProject, insertMember, insertProject } from '#projects/project.queries.ts'
import { texts } from '#texts.ts'
import { insertBoard } from './board.commands.ts'

/** The board that a project is created with. */
export function firstBoard(language: Language) {
  const { board, columns } = texts(language).boards.first
  return { name: board, columns: [...columns] }
}

/** On UserFirstLoginEvent, in the same transaction: everyone starts with a project of their own. */
export async function createPersonalProject(tx: Database, userId: number, language: Language) {
  const id = await insertProject(tx, {
    name: texts(language).boards.first.project,
    type: 'personal',
    ownerId: userId,
  })
  await insertMember(tx, id, userId, 'owner')
  await insertBoard(tx, id, firstBoard(language))
}

/**
 * Users whom a synchronization created have an English project, because their language was not known. It is translated
 * when they first sign in, unless someone has worked with it.
 */
export async function translatePersonalProject(tx: Database, userId: number, language: Language) {
  const [before, board] = [firstBoard('en'), firstBoard(language)]
  const projectId = language === 'en' ? undefined : await findPersonalProject(tx, userId)
  if (projectId === undefined) return
  const name = texts(language).boards.first.project
  const { rows } = await sql`update projects set name = ${name}, key = suggested_project_key(${name})
    where id = ${projectId} and name = ${texts('en').boards.first.project} and updated_at = created_at
      and not exists (select from tasks where project_id = projects.id)
    returning id`.execute(tx)
  if (rows.length === 0) return
  await sql`update boards set name = ${board.name}
    where project_id = ${projectId} and name = ${before.name}`.execute(tx)
  for (const [index, title] of before.columns.entries()) {
    await sql`update board_columns set title = ${board.columns[index]} from boards
      where boards.id = board_columns.board_id and boards.project_id = ${projectId}
        and title = ${title}`.execute(tx)
  }
}
