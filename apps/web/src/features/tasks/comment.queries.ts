import type { Comment } from '@atrium/tasks/tasks/comment.contract'
import { get, type Item, type List, post, put, remove } from '@atrium/ui/api'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { patchTask } from './task-cache.ts'

const commentsPerPage = 20

type Pages = InfiniteData<List<Comment>>

/** From the newest page back. */
export function commentsQuery(taskId: number) {
  return infiniteQueryOptions({
    queryKey: ['task', taskId, 'comments'],
    queryFn: ({ pageParam, signal }) =>
      get<List<Comment>>(
        `/task/${taskId}/comment`,
        { page: pageParam, limit: commentsPerPage, orderBy: '-id' },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: ({ _meta: { page, pages } }: List<Comment>) => (page < pages ? page + 1 : undefined),
  })
}

/** Oldest first; a comment that slid to the next page meanwhile is there once. */
export function inOrder({ pages }: Pages) {
  const byId = new Map(pages.flatMap(({ items }) => items).map(comment => [comment.id, comment]))
  return [...byId.values()].toSorted((one, other) => one.id - other.id)
}

const sendingKey = (taskId: number) => ['task', taskId, 'comments', 'send']

export function useSendComment(taskId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: sendingKey(taskId),
    scope: { id: `comments-${taskId}` },
    mutationFn: (text: string) => post<Item<Comment>>(`/task/${taskId}/comment`, { text }),
    onSuccess: ({ item }) => {
      changePages(queryClient, taskId, (items, page) => (page === 0 ? [item, ...items] : items))
      patchTask(queryClient, taskId, ({ commentCount }) => ({ commentCount: commentCount + 1 }))
    },
  })
}

export function useCommentsOnTheWay(taskId: number) {
  return useMutationState({
    filters: { mutationKey: sendingKey(taskId), status: 'pending' },
    select: ({ state }) => ({ text: state.variables as string, at: state.submittedAt }),
  })
}

export function useEditComment(taskId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, text }: { id: number; text: string }) =>
      put<Item<Comment>>(`/comment/${id}`, { text }),
    onSuccess: ({ item }) =>
      changePages(queryClient, taskId, items => items.map(other => (other.id === item.id ? item : other))),
  })
}

export function useDeleteComment(taskId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => remove(`/comment/${id}`),
    onSuccess: (_answer, id) => {
      changePages(queryClient, taskId, items => items.filter(comment => comment.id !== id))
      patchTask(queryClient, taskId, ({ commentCount }) => ({ commentCount: Math.max(0, commentCount - 1) }))
    },
  })
}

function changePages(
  queryClient: QueryClient,
  taskId: number,
  change: (items: Comment[], page: number) => Comment[],
) {
  queryClient.setQueryData(commentsQuery(taskId).queryKey, now => {
    if (!now) return now
    return { ...now, pages: now.pages.map((page, index) => ({ ...page, items: change(page.items, index) })) }
  })
}
