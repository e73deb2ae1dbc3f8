import type { Languages } from '@atrium/core/languages'
import { listNavigationUserIds } from '#boards/navigation.queries.ts'
import { type ActivityEvent, isActivity, type Subscriber } from '#events.ts'
import { notify } from '#notifications/notify.ts'
import { insertActivities } from '#projects/activity.queries.ts'
import { isAboutUnlockedTask } from '#tasks/related/announce-related.ts'
import type { ChangeNotice, PublishNotice } from './change-notice.ts'

export interface FeedOptions {
  publishNotice: PublishNotice
  now: () => Date
  /** The languages of notifications. */
  languages: Languages
  /** What the installation calls itself. */
  product: () => string
}

/** Records the events and notifies users with the commit, then announces both to the streams of all instances. */
export function feed({
  publishNotice,
  now,
  languages,
  product,
}: FeedOptions): Subscriber<Required<Omit<ChangeNotice, 'at' | 'inbox'>>> {
  return {
    name: 'feed',
    isRecorder: true,
    open: () => ({ users: [], changes: [], navigation: [], plans: [] }),
    beforeCommit: async (tx, events, { state, sendWithCommit }) => {
      state.plans = events.flatMap(event => (event.type === 'PlanChanged' ? [event.userId] : []))
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
      state.users = await notify(tx, activity, { now: now(), languages, product: product() })
    },
    afterCommit: (_events, notice) => {
      const { changes, navigation, plans } = notice
      if (changes.length > 0 || navigation.length > 0 || plans.length > 0) publishNotice(notice)
    },
  }
}

/** A task that changes boards concerns both. */
function boardsOf(event: ActivityEvent) {
  const left = event.type === 'task.moved' ? event.before.boardId : undefined
  return [event.boardId, left].filter(id => id !== undefined)
}
