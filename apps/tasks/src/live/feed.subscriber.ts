import { listNavigationUserIds } from '#boards/navigation.queries.ts'
import { type ActivityEvent, isActivity, type Subscriber } from '#events.ts'
import { notify } from '#notifications/notify.ts'
import { insertActivities } from '#projects/activity.queries.ts'
import { isAboutUnlockedTask } from '#tasks/relations/announce-related.ts'
import type { News, PublishNews } from './news.ts'

export interface FeedOptions {
  publishNews: PublishNews
  now: () => Date
}

/** Records the events and notifies users with the commit, then announces both to the streams of all instances. */
export function feed({ publishNews, now }: FeedOptions): Subscriber<Required<Omit<News, 'at'>>> {
  return {
    name: 'feed',
    isRecorder: true,
    open: () => ({ users: [], changes: [], navigation: [] }),
    beforeCommit: async (tx, events, { state, sendWithCommit }) => {
      state.navigation = await listNavigationUserIds(tx, events)
      const activity = events.filter(isActivity)
      if (activity.length === 0) return
      sendWithCommit(
        insertActivities(tx, activity).then(ids => {
          state.changes = activity.map((event, index) => ({
            id: ids[index] as number,
            projectId: event.projectId,
            boards: boardsOf(event),
            ...(isAboutUnlockedTask(event) && { mayHaveMoved: true }),
          }))
        }),
      )
      state.users = await notify(tx, activity, now())
    },
    afterCommit: (_events, news) => {
      if (news.changes.length > 0 || news.navigation.length > 0) publishNews(news)
    },
  }
}

/** A task that changes boards is news for both. */
function boardsOf(event: ActivityEvent) {
  const left = event.type === 'task.moved' ? event.before.boardId : undefined
  return [event.boardId, left].filter(id => id !== undefined)
}
