import type { ReplyOf } from '@atrium/core/contract'
import type { Idea, NewIdea } from '@atrium/tasks/feedback/idea.contract'
import * as contracts from '@atrium/tasks/feedback/idea.contract'
import { getFeedbackStats, type NewRating, rateProduct } from '@atrium/tasks/feedback/rating.contract'
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, itemQuery, replyQuery } from '../../api.ts'

export interface IdeaFilters {
  userId?: number
  type?: Idea['type']
  status?: Idea['status']
  search?: string
  page?: number
}

const ideasPerPage = 20

export function ideasQuery(filters: IdeaFilters) {
  return {
    ...replyQuery(['ideas', filters], contracts.listIdeas, {
      query: { ...filters, limit: ideasPerPage, orderBy: '-createdAt' },
    }),
    placeholderData: keepPreviousData,
  }
}

export const feedbackStatsQuery = itemQuery(['feedback-stats'], getFeedbackStats)

export function useRate() {
  const forgetStats = useForget('feedback-stats')
  return useMutation({
    mutationFn: (rating: NewRating) => api(rateProduct, { body: rating }),
    onSuccess: forgetStats,
  })
}

export function useCreateIdea() {
  const forget = useForget('ideas', 'feedback-stats')
  return useMutation({
    mutationFn: (idea: NewIdea) => api(contracts.createIdea, { body: idea }),
    onSuccess: forget,
  })
}

/** Shown in every list at once, and reverted if the server refuses. */
export function useChangeIdeaStatus() {
  const queryClient = useQueryClient()
  const forget = useForget('ideas', 'feedback-stats')
  return useMutation({
    mutationFn: ({ id, status }: Pick<Idea, 'id' | 'status'>) =>
      api(contracts.updateIdea, { params: { id }, body: { status } }),
    onMutate: async ({ id, status }) => {
      await queryClient.cancelQueries({ queryKey: ['ideas'] })
      queryClient.setQueriesData<ReplyOf<typeof contracts.listIdeas>>(
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
    mutationFn: (id: number) => api(contracts.deleteIdea, { params: { id } }),
    onSuccess: forget,
  })
}

/** Not awaited: the row of a deleted idea disappears with its list, before the other lists arrive. */
function useForget(...names: string[]) {
  const queryClient = useQueryClient()
  return () => {
    for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] })
  }
}
