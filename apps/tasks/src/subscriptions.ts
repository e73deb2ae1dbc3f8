import type { Language } from '@atrium/core/language'
import type { Emit, Subscriptions } from '@atrium/database/transaction'
import { type Bus, messageOf, type TransactionalBus } from '@atrium/events/bus'
import { announceBoard, insertBoard } from '#boards/board.commands.ts'
import { firstBoards } from '#boards/board.contract.ts'
import { listNavigationUserIds } from '#boards/navigation.queries.ts'
import { createPersonalProject, translatePersonalProject } from '#boards/personal-project.ts'
import { clearMember } from '#fields/field-input.ts'
import { endMemberStreams, type PublishNews } from '#live/news.ts'
import { notify } from '#notifications/notify.ts'
import { insertActivities } from '#projects/activity.queries.ts'
import { announceRelated, isAboutUnlockedTask } from '#tasks/relations/announce-related.ts'
import { unassignMember } from '#tasks/task.commands.ts'
import { lockTaskTimers, stopMemberTimer, stopOutsideTimers } from '#time-tracking/timer.commands.ts'
import type { Database, DB } from './database.ts'
import { type ActivityEvent, type Event, isActivity, type TransactionState } from './events.ts'

interface Channels {
  bus: Bus
  rightsBus: TransactionalBus
  publishNews: PublishNews
  now: () => Date
}

/** The side effects of each event, in its transaction and after the commit. */
export function createSubscriptions({
  bus,
  rightsBus,
  publishNews,
  now,
}: Channels): Subscriptions<DB, Event, TransactionState> {
  return {
    createState: () => ({ sent: [], changes: [], notifiedUserIds: [], navigationUserIds: [] }),
    inTransaction: async (tx, event, { emit, state }) => {
      switch (event.type) {
        case 'UserFirstLoginEvent':
          await createPersonalProject(tx, event.userId, event.language)
          break
        case 'UserArrived':
          await translatePersonalProject(tx, event.userId, event.language)
          break
        case 'RightsChanged':
        case 'SessionEnded':
          state.sent.push(await rightsBus.send(tx, messageOf(event)))
          break
        case 'TaskLeavesProject':
          await lockTaskTimers(tx, event.taskId)
          break
        case 'task.moved_out':
          await stopOutsideTimers(tx, emit, event, now())
          break
        case 'project.created':
          if (event.after.type === 'personal')
            await insertBoard(tx, event.projectId, firstBoards[event.boardLanguage ?? 'en'])
          else if (event.boardLanguage) await createFirstBoard(tx, emit, event, event.boardLanguage)
          break
        case 'member.role_changed':
          // Viewers neither work on tasks nor track time.
          if (event.after.role !== 'viewer') break
          await stopMemberTimer(tx, emit, event, now())
          await unassignMember(tx, emit, event)
          break
        case 'member.removed':
          await stopMemberTimer(tx, emit, event, now())
          await unassignMember(tx, emit, event)
          await clearMember(tx, emit, event)
      }
    },
    beforeCommit: async (tx, { events, emit, state, sendWithCommit }) => {
      await announceRelated(tx, events, emit)
      const activity = events.filter(isActivity)
      state.navigationUserIds = await listNavigationUserIds(tx, events)
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
      state.notifiedUserIds = await notify(tx, activity, now())
    },
    afterCommit: async ({ events, state }) => {
      // The response waits until every instance has received the message.
      await Promise.all(state.sent.map(({ heardByAll }) => heardByAll()))
      const { changes, notifiedUserIds: users, navigationUserIds: navigation } = state
      if (changes.length > 0 || navigation.length > 0) publishNews({ users, changes, navigation })
      for (const event of events) {
        if (event.type !== 'member.removed') continue
        await endMemberStreams(bus, { userId: event.before.userId, projectId: event.projectId })
      }
    },
  }
}

async function createFirstBoard(
  tx: Database,
  emit: Emit<Event>,
  { projectId, actorId }: ActivityEvent<'project.created'>,
  language: Language,
) {
  const boardId = await insertBoard(tx, projectId, firstBoards[language])
  await announceBoard(tx, emit, { id: actorId }, boardId)
}

/** A task that changes boards is news for both. */
function boardsOf(event: ActivityEvent) {
  const left = event.type === 'task.moved' ? event.before.boardId : undefined
  return [event.boardId, left].filter(id => id !== undefined)
}
