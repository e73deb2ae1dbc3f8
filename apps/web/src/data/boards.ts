import type { Board } from '@atrium/tasks/boards/board.contract'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { get, type Item, type List } from '@atrium/ui/api'
import { queryOptions } from '@tanstack/react-query'

const everything = 1000
/** As many as a column draws without asking again; the list itself is virtual. */
const cardsPerColumn = 2000

export function boardsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'boards'],
    queryFn: ({ signal }) => get<List<Board>>(`/project/${projectId}/board`, { limit: everything }, signal),
    select: ({ items }: List<Board>) => items,
  })
}

/** Columns, cards and stickers in one answer; live changes patch it, so it is not asked for again by itself. */
export function fullBoardQuery(id: number) {
  return queryOptions({
    queryKey: ['board', id],
    queryFn: async ({ signal }) =>
      (await get<Item<FullBoard>>(`/board/${id}/full`, { perColumn: cardsPerColumn }, signal)).item,
    staleTime: 5 * 60_000,
  })
}
