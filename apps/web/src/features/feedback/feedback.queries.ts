import type { FeedbackStats } from '@atrium/tasks/feedback/feedback-stats.contract'
import type { Idea, NewIdea } from '@atrium/tasks/feedback/idea.contract'
import type { NewRating, Rating } from '@atrium/tasks/feedback/rating.contract'
import { get, type Item, type List, post, put, remove } from '@atrium/ui/api'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

export interface IdeaFilters {
  userId?: number
  type?: Idea['type']
  status?: Idea['status']
  search?: string
  page?: number
}

const ideasPerPage = 20

export function ideasQuery(filters: IdeaFilters) {
  return queryOptions({
    queryKey: ['ideas', filters],
    queryFn: ({ signal }) =>
      get<List<Idea>>('/feedback/idea', { ...filters, limit: ideasPerPage, orderBy: '-createdAt' }, signal),
    placeholderData: keepPreviousData,
  })
}

export const feedbackStatsQuery = queryOptions({
  queryKey: ['feedback-stats'],
  queryFn: async ({ signal }) => (await get<Item<FeedbackStats>>('/feedback/stats', {}, signal)).item,
})

export function useRate() {
  const forgetStats = useForget('feedback-stats')
  return useMutation({
    mutationFn: (rating: NewRating) => post<Item<Rating>>('/feedback/rating', rating),
    onSuccess: forgetStats,
  })
}

export function useCreateIdea() {
  const forget = useForget('ideas', 'feedback-stats')
  return useMutation({
    mutationFn: (idea: NewIdea) => post<Item<Idea>>('/feedback/idea', idea),
    onSuccess: forget,
  })
}

/** Shown at once in every list; put back if the server refuses. */
export function useChangeIdeaStatus() {
  const queryClient = useQueryClient()
  const forget = useForget('ideas', 'feedback-stats')
  return useMutation({
    mutationFn: ({ id, status }: Pick<Idea, 'id' | 'status'>) =>
      put<Item<Idea>>(`/feedback/idea/${id}`, { status }),
    onMutate: async ({ id, status }) => {
      await queryClient.cancelQueries({ queryKey: ['ideas'] })
      queryClient.setQueriesData<List<Idea>>(
        { queryKey: ['ideas'] },
        list =>
          list && { ...list, items: list.items.map(idea => (idea.id === id ? { ...idea, status } : idea)) },
      )
    },
    onSettled: forget,
  })
}

export function useDeleteIdea() {
  const forget = useForget('ideas', 'feedback-stats')
  return useMutation({
    mutationFn: (id: number) => remove(`/feedback/idea/${id}`),
    onSuccess: forget,
  })
}

/** Not waited for: a deleted idea's row goes with the one list while the other still comes, and would say nothing any more. */
function useForget(...names: string[]) {
  const queryClient = useQueryClient()
  return () => {
    for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] })
  }
}
