import type { ReplyOf } from '@atrium/core/contract'
import type { UserSummary } from '@atrium/tasks/administration/user.contract'
import { listVotes, type TaskVotes } from '@atrium/tasks/tasks/votes/vote.contract'
import { useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { replyQuery } from '../../../api.ts'
import { notifyOfRefusedChange } from '../../../data/changes/change-task.ts'
import { addChange } from '../../../data/changes/task-changes.ts'
import { patchTask } from '../../../data/tasks/tasks.ts'

type Votes = ReplyOf<typeof listVotes>

/** How many people are named. */
const MAX_NAMES = 20

function votesQuery(taskId: number) {
  return replyQuery(['task', taskId, 'votes'], listVotes, {
    params: { id: taskId },
    query: { limit: MAX_NAMES },
  })
}

const votingKey = (taskId: number) => ['task', taskId, 'vote']

/** The votes with that of the user that the server does not have yet. */
export function useShownVotes(taskId: number, user: UserSummary | undefined) {
  const { data } = useQuery(votesQuery(taskId))
  const pending = useMutationState({
    filters: { mutationKey: votingKey(taskId), status: 'pending' },
    select: ({ state }) => state.variables as boolean,
  })
  if (!data || !user) return undefined
  const { items, _meta } = pending.reduce((votes, isOn) => withVote(votes, user, isOn), data)
  return { people: items.map(vote => vote.user), count: _meta.total, hasVoted: isVoter(items, user) }
}

/** One at a time, so that the last click decides. */
export function useVote(taskId: number, user: UserSummary | undefined) {
  const queryClient = useQueryClient()
  return (isOn: boolean) => {
    const request = { kind: 'vote', taskId, isOn } as const
    const shownAs = { mutationKey: votingKey(taskId), scope: `vote-${taskId}`, variables: isOn }
    addChange(queryClient, { request, shownAs }).answer.then(answer => {
      const { voteCount } = answer as TaskVotes
      const { queryKey } = votesQuery(taskId)
      queryClient.setQueryData(queryKey, votes => votes && user && withVote(votes, user, isOn))
      void queryClient.invalidateQueries({ queryKey })
      patchTask(queryClient, taskId, () => ({ voteCount }))
    }, notifyOfRefusedChange)
  }
}

function withVote(votes: Votes, user: UserSummary, isOn: boolean): Votes {
  const { items, _meta } = votes
  if (isVoter(items, user) === isOn) return votes
  const others = items.filter(vote => vote.user.id !== user.id)
  const own = { user, createdAt: new Date().toISOString() }
  return {
    items: isOn ? [own, ...others] : others,
    _meta: { ..._meta, total: _meta.total + (isOn ? 1 : -1) },
  }
}

function isVoter(items: Votes['items'], { id }: UserSummary) {
  return items.some(({ user }) => user.id === id)
}
