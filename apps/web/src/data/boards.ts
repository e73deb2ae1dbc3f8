import { listBoards } from '@atrium/tasks/boards/board.contract'
import { getFullBoard } from '@atrium/tasks/boards/full-board.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

const everything = 1000
/** As many as a column draws without asking again; the list itself is virtual. */
const cardsPerColumn = 2000

export function boardsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'boards'],
    queryFn: ({ signal }) =>
      api(listBoards, { params: { id: projectId }, query: { limit: everything }, signal }),
    select: ({ items }) => items,
  })
}

/** Columns, cards and stickers in one answer; live changes patch it, so it is not refetched automatically. */
export function fullBoardQuery(id: number) {
  return queryOptions({
    queryKey: ['board', id],
    queryFn: async ({ signal }) =>
      (await api(getFullBoard, { params: { id }, query: { perColumn: cardsPerColumn }, signal })).item,
    staleTime: 5 * 60_000,
  })
}
