import { type Navigation, starBoard, unstarBoard } from '@atrium/tasks/boards/navigation.contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { navigationQuery } from '../projects/projects.ts'
import { placedBoards } from './recent-boards.ts'

/** Whether the user starred the board. It shows at once and changes back if the server refuses. */
export function useStar(boardId: number) {
  const queryClient = useQueryClient()
  const { data: navigation } = useQuery(navigationQuery)
  const { queryKey } = navigationQuery
  const { mutate } = useMutation({
    meta: { hasNoForm: true },
    mutationFn: (isStarred: boolean) => api(isStarred ? starBoard : unstarBoard, { params: { id: boardId } }),
    onMutate: async isStarred => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, now => now && withStar(now, boardId, isStarred))
      return before
    },
    onError: (_error, _isStarred, before) => queryClient.setQueryData(queryKey, before),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const isStarred = navigation?.starred.some(({ id }) => id === boardId) ?? false
  return { isStarred, toggle: () => mutate(!isStarred) }
}

export function withStar(navigation: Navigation, boardId: number, isStarred: boolean): Navigation {
  const others = navigation.starred.filter(({ id }) => id !== boardId)
  return {
    ...navigation,
    starred: isStarred ? [...others, ...placedBoards(navigation, [boardId])] : others,
  }
}
