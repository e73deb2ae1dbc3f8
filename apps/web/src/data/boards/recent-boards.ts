import type { Navigation } from '@atrium/tasks/boards/navigation.contract'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { navigationQuery } from '../projects/projects.ts'
import { currentUserQuery } from '../session/current-user.ts'

const KEPT = 12

export interface PlacedBoard {
  id: number
  name: string
  projectId: number
  projectName: string
}

/**
 * The boards that were last opened in this browser, the latest first. They are not stored on the server: opening a board
 * is the most frequent request, and it stays a read.
 */
function useRecentIds() {
  const { data: user } = useQuery(currentUserQuery)
  return useLocalStorage<number[]>({
    key: `atrium.recent-boards.${user?.id ?? 0}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: readIds,
  })
}

function readIds(text: string | undefined): number[] {
  try {
    const ids: unknown = JSON.parse(text ?? '')
    return Array.isArray(ids) ? ids.filter(id => Number.isSafeInteger(id)) : []
  } catch {
    return []
  }
}

/** Remembers the board once it could be opened. */
export function useRememberBoard(id: number | undefined) {
  const [, setIds] = useRecentIds()
  useEffect(() => {
    if (id !== undefined) setIds(ids => withLatest(ids, id))
  }, [id, setIds])
}

export function withLatest(ids: number[], id: number) {
  return [id, ...ids.filter(one => one !== id)].slice(0, KEPT)
}

export function useRecentBoards() {
  const [ids] = useRecentIds()
  const { data: navigation } = useQuery(navigationQuery)
  return navigation ? placedBoards(navigation, ids) : []
}

/** In the order of the IDs, without boards that are gone or that the user lost access to. */
export function placedBoards({ projects, starred }: Navigation, ids: number[]): PlacedBoard[] {
  const boards = projects.flatMap(({ id: projectId, name: projectName, boards }) =>
    boards.map(board => ({ ...board, projectId, projectName })),
  )
  const byId = new Map([...starred, ...boards].map(board => [board.id, board]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
