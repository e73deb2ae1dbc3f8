import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Deps } from '#deps.ts'
import { type ExportedRow, readProject } from './project-rows.ts'
import { type TrelloRecords, trelloBoard, trelloKinds } from './trello-board.ts'

/** A project as one board of Trello. Such a file is one JSON object, which products read as a whole. */
export async function exportToTrello({ db }: Deps, projectId: number) {
  const records = await db.transaction().execute(async tx => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    const read = Object.fromEntries(trelloKinds.map(kind => [kind, [] as ExportedRow[]])) as TrelloRecords
    for await (const { name, rows } of readProject(tx, projectId)) {
      const list = trelloKinds.find(kind => kind === name)
      if (!list) continue
      for await (const row of rows) read[list].push(row)
    }
    return read
  })
  return Readable.from([`${JSON.stringify(trelloBoard(records))}\n`])
}
