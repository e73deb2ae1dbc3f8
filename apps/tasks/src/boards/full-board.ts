import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { findLastActivityId } from '#projects/activity.queries.ts'
import { findBoardPlace, getBoard } from './board.queries.ts'
import { listColumnsWithCards, listStickersOfBoard } from './full-board.queries.ts'

const MOST_CARDS = 5000

/** `{ "item": FullBoard }` as text: the cards come as text from the database and are sent as they are. */
export async function fullBoardText(
  { db }: Pick<Deps, 'db'>,
  actor: Pick<Actor, 'id'>,
  id: number,
  perColumn: number,
) {
  // First: what changes while the rest is read is then told twice rather than never.
  const changeId = await findLastActivityId(db)
  const [board, place, stickers, columns] = await Promise.all([
    getBoard(db, id),
    findBoardPlace(db, actor.id, id),
    listStickersOfBoard(db, id),
    listColumnsWithCards(db, id, Math.min(MOST_CARDS, Math.max(0, perColumn))),
  ])
  const columnTexts = columns.map(({ tasks, ...column }) => withText(column, 'tasks', tasks))
  const item = withText(
    { ...board, stickers, myRole: place?.role ?? null, changeId },
    'columns',
    `[${columnTexts.join()}]`,
  )
  return `{"item":${item}}`
}

function withText(record: object, name: string, json: string) {
  return `${JSON.stringify(record).slice(0, -1)},"${name}":${json}}`
}
