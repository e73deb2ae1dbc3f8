import type { Subscriptions } from '@atrium/database/transaction'
import type { Bus, Sent, TransactionalBus } from '@atrium/events/bus'
import { insertBoard } from '#boards/insert-board.ts'
import { boardsOf } from '#notifications/deliver.ts'
import { notify } from '#notifications/notify.ts'
import type { PublishNews } from '#notifications/publish-news.ts'
import { insertActivities } from '#projects/activity.queries.ts'
import { createPersonalProject } from '#projects/create-personal-project.ts'
import { unassignMember } from '#tasks/unassign-member.ts'
import { stopMemberTimer } from '#time-tracking/stop-member-timer.ts'
import type { DB } from './database.ts'
import type { Database } from './deps.ts'
import type { ActivityEvent, Event } from './events.ts'

interface Channels {
  bus: Bus
  rightsBus: TransactionalBus
  publishNews: PublishNews
  now: () => Date
}

/** What each event makes happen, in its own transaction and after the commit. */
export function createSubscriptions({
  bus,
  rightsBus,
  publishNews,
  now,
}: Channels): Subscriptions<DB, Event> {
  const activityIds = new WeakMap<Event, number>()
  const told = new WeakMap<Event[], number[]>()
  const sent = new WeakMap<Event, Sent>()
  return {
    inTransaction: async (tx, event, announce) => {
      if (event.name === 'UserFirstLoginEvent') {
        await insertPersonalBoard(tx, await createPersonalProject(tx, event.userId))
        return
      }
      if (event.name === 'RightsChanged' || event.name === 'SessionEnded') {
        sent.set(event, await rightsBus.send(tx, event))
        return
      }
      if (event.name === 'project.created' && event.after?.type === 'personal') {
        await insertPersonalBoard(tx, event.projectId)
      }
      if (event.name === 'member.removed' || isMadeViewer(event)) {
        await stopMemberTimer(tx, announce, event, now())
        await unassignMember(tx, announce, event)
      }
    },
    beforeCommit: async (tx, events) => {
      const happened = events.filter(event => 'projectId' in event)
      const ids = happened.length > 0 ? await insertActivities(tx, happened) : []
      for (const [index, id] of ids.entries()) activityIds.set(happened[index] as Event, id)
      told.set(events, await notify(tx, events, now()))
    },
    afterCommit: async events => {
      // The answer waits until every instance has heard.
      await Promise.all(events.map(event => sent.get(event)?.heardByAll()))
      const changes = events.flatMap(event => changeOf(event, activityIds.get(event)))
      if (changes.length > 0) publishNews({ users: told.get(events) ?? [], changes })
      for (const event of events) if (event.name === 'member.removed') await endStreams(bus, event)
    },
  }
}

/** A viewer neither works on tasks nor tracks time. */
function isMadeViewer(event: Event): event is ActivityEvent {
  return event.name === 'member.role_changed' && event.after?.role === 'viewer'
}

function insertPersonalBoard(tx: Database, projectId: number) {
  return insertBoard(tx, projectId, { name: 'Board' })
}

function changeOf(event: Event, id: number | undefined) {
  if (!('projectId' in event) || id === undefined) return []
  const { projectId, boardId = null, before = {} } = event
  return [{ id, projectId, boards: boardsOf({ boardId, before }) }]
}

function endStreams(bus: Bus, { projectId, before }: ActivityEvent) {
  return bus.publish({ name: 'end', member: { userId: Number(before?.userId), projectId } })
}
