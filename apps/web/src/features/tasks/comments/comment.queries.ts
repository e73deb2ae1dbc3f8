import type { ReplyOf } from '@atrium/core/contract'
import type { UserSummary } from '@atrium/tasks/administration/user.contract'
import type { Comment } from '@atrium/tasks/tasks/comments/comment.contract'
import * as contracts from '@atrium/tasks/tasks/comments/comment.contract'
import type { Reaction } from '@atrium/tasks/tasks/comments/reaction.contract'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { notifyOfRefusedChange } from '../../../data/changes/change-task.ts'
import { addChange } from '../../../data/changes/task-changes.ts'
import { patchTask } from '../../../data/tasks/tasks.ts'
import { withoutComment } from './threads.ts'

const commentsPerPage = 20

type Pages = InfiniteData<ReplyOf<typeof contracts.listComments>>

/** Page by page, newest first. */
export function commentsQuery(taskId: number) {
  return infiniteQueryOptions({
    queryKey: ['task', taskId, 'comments'],
    queryFn: ({ pageParam, signal }) =>
      api(contracts.listComments, {
        params: { id: taskId },
        query: { page: pageParam, limit: commentsPerPage, orderBy: '-id' },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ _meta: { page, pages } }) => (page < pages ? page + 1 : undefined),
  })
}

/** Oldest first. A comment that moved to the next page in the meantime is listed once. */
export function inOrder({ pages }: Pages) {
  const byId = new Map(pages.flatMap(({ items }) => items).map(comment => [comment.id, comment]))
  return [...byId.values()].toSorted((one, other) => one.id - other.id)
}

const sendingKey = (taskId: number) => ['task', taskId, 'comments', 'send']

/** `stored` resolves when the comment is safe in this browser, `answer` when the server has it. */
export function useSendComment(taskId: number) {
  const queryClient = useQueryClient()
  return (text: string, replyToId?: number) => {
    const variables: CommentBeingSent = { text, ...(replyToId !== undefined && { replyToId }) }
    const shownAs = { mutationKey: sendingKey(taskId), scope: `comments-${taskId}`, variables }
    const request = { kind: 'comment', taskId, ...variables } as const
    const { answer, stored } = addChange(queryClient, { request, shownAs })
    const shown = answer.then(sent => {
      const comment = sent as Comment
      const isNew = ({ id }: Comment) => id !== comment.id
      changePages(queryClient, taskId, (items, page) =>
        page === 0 ? [comment, ...items.filter(isNew)] : items,
      )
      patchTask(queryClient, taskId, ({ commentCount }) => ({ commentCount: commentCount + 1 }))
    })
    return { answer: shown, stored }
  }
}

interface CommentBeingSent {
  text: string
  replyToId?: number
}

export function useCommentsBeingSent(taskId: number) {
  return useMutationState({
    filters: { mutationKey: sendingKey(taskId), status: 'pending' },
    select: ({ state }) => ({ ...(state.variables as CommentBeingSent), at: state.submittedAt }),
  })
}

export function useEditComment(taskId: number) {
  const queryClient = useQueryClient()
  const show = (comment: Pick<Comment, 'id'> & Partial<Comment>) =>
    changePages(queryClient, taskId, items =>
      items.map(other => (other.id === comment.id ? { ...other, ...comment } : other)),
    )
  return (id: number, text: string) => {
    show({ id, text })
    const request = { kind: 'commentEdit', taskId, commentId: id, text } as const
    const shownAs = { mutationKey: ['task', taskId, 'comments', 'edit'], variables: { id, text } }
    const { answer, stored } = addChange(queryClient, { request, shownAs })
    const shown = answer.then(
      comment => show(comment as Comment),
      error => {
        void queryClient.invalidateQueries({ queryKey: commentsQuery(taskId).queryKey })
        throw error
      },
    )
    return { answer: shown, stored }
  }
}

interface OwnReaction {
  commentId: number
  emoji: string
  isOn: boolean
}

const reactingKey = (taskId: number) => ['task', taskId, 'comments', 'react']

/** One at a time, so that the last click decides. */
export function useReact(taskId: number) {
  const queryClient = useQueryClient()
  return (reaction: OwnReaction) => {
    const request = { kind: 'reaction', taskId, ...reaction } as const
    const shownAs = { mutationKey: reactingKey(taskId), scope: `reactions-${taskId}`, variables: reaction }
    addChange(queryClient, { request, shownAs }).answer.then(answer => {
      const reactions = answer as Reaction[]
      changePages(queryClient, taskId, items =>
        items.map(comment => (comment.id === reaction.commentId ? { ...comment, reactions } : comment)),
      )
    }, notifyOfRefusedChange)
  }
}

/** The reactions with those of the user that the server does not have yet. */
export function useShownReactions({ id, taskId, reactions }: Comment, user: UserSummary) {
  const pending = useMutationState({
    filters: { mutationKey: reactingKey(taskId), status: 'pending' },
    select: ({ state }) => state.variables as OwnReaction,
  })
  return pending
    .filter(({ commentId }) => commentId === id)
    .reduce((shown, change) => withReaction(shown, change, user), reactions)
}

function withReaction(reactions: Reaction[], { emoji, isOn }: OwnReaction, user: UserSummary): Reaction[] {
  const { users = [] } = reactions.find(one => one.emoji === emoji) ?? {}
  const others = users.filter(({ id }) => id !== user.id)
  if (isOn === others.length < users.length) return reactions
  if (users.length === 0) return [...reactions, { emoji, count: 1, users: [user] }]
  const changed = isOn ? [...users, user] : others
  return reactions
    .map(one => (one.emoji === emoji ? { ...one, users: changed, count: one.count + (isOn ? 1 : -1) } : one))
    .filter(({ count }) => count > 0)
}

export function useDeleteComment(taskId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api(contracts.deleteComment, { params: { id } }),
    onSuccess: (_answer, id) => {
      const loaded = queryClient.getQueryData(commentsQuery(taskId).queryKey)
      const left = new Map(
        withoutComment(loaded ? inOrder(loaded) : [], id).map(comment => [comment.id, comment]),
      )
      changePages(queryClient, taskId, items => items.flatMap(comment => left.get(comment.id) ?? []))
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
