import { retriedTransaction } from '@atrium/database/retry-transaction'
import { addJob } from '@atrium/jobs/jobs'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Forbidden, NotFound, ValidationFailed } from '#errors.ts'
import { refuseOutsideToken } from '#projects/require-right.ts'
import { requireProject } from '../notification.commands.ts'
import { findNotificationOwner } from '../notification.queries.ts'
import { lockReaders } from '../notify.queries.ts'
import type { GroupsToFinish, GroupsToReopen, InboxGroup, InboxQuery, Snooze } from './inbox.contract.ts'
import {
  finishGroups,
  type GroupKey,
  getGroup,
  listGroups,
  markGroup,
  markReturned,
  reopenGroup,
  reopenGroups,
} from './inbox.queries.ts'

const RETURN_JOB = 'inbox.return'

export async function findInbox({ db, now }: Deps, actor: Actor, query: InboxQuery) {
  await requireProject(db, actor, query.projectId)
  return listGroups(db, actor, query, now().toISOString())
}

export function readGroup(deps: Deps, actor: Actor, id: number) {
  return changeGroup(deps, actor, id, (tx, key, now) => markGroup(tx, key, 'read', now))
}

export function finishGroup(deps: Deps, actor: Actor, id: number) {
  return changeGroup(deps, actor, id, (tx, key, now) => markGroup(tx, key, 'done', now))
}

export function snoozeGroup(deps: Deps, actor: Actor, id: number, { until }: Snooze) {
  const runAt = new Date(until)
  if (runAt <= deps.now()) throw new ValidationFailed({ until: 'not_in_the_future' })
  const snoozedUntil = runAt.toISOString()
  return changeGroup(deps, actor, id, async (tx, key, now) => {
    await markGroup(tx, key, { snoozedUntil }, now)
    // A group that is snoozed again keeps the job of the first time, which then finds nothing to return.
    await addJob(tx, RETURN_JOB, { key, until: snoozedUntil }, { runAt })
  })
}

export function reopen(deps: Deps, actor: Actor, id: number) {
  return changeGroup(deps, actor, id, (tx, key) => reopenGroup(tx, key))
}

type ChangeGroup = (tx: Database, key: GroupKey, now: string) => Promise<void>

async function changeGroup(deps: Deps, actor: Actor, id: number, change: ChangeGroup): Promise<InboxGroup> {
  const found = await findNotificationOwner(deps.db, id)
  if (!found) throw new NotFound('notification_not_found')
  if (found.userId !== actor.id) throw new Forbidden('foreign_notification')
  refuseOutsideToken(actor, found.projectId)
  if (!found.isVisible) throw new Forbidden('not_a_member')
  const key = { userId: actor.id, id, taskId: found.taskId }
  return withInbox(deps, actor.id, async tx => {
    await change(tx, key, deps.now().toISOString())
    return getGroup(tx, key)
  })
}

export async function finishAll(deps: Deps, actor: Actor, which: GroupsToFinish) {
  await requireProject(deps.db, actor, which.projectId)
  const doneAt = deps.now().toISOString()
  const count = await withInbox(deps, actor.id, tx => finishGroups(tx, actor, which, doneAt))
  return { doneAt, count }
}

export async function reopenAll(deps: Deps, actor: Actor, { doneAt }: GroupsToReopen) {
  const count = await withInbox(deps, actor.id, tx => reopenGroups(tx, actor, doneAt))
  return { count }
}

/** No notification arrives while the inbox changes. Every other screen of the user hears of it. */
async function withInbox<Result>(deps: Deps, userId: number, work: (tx: Database) => Promise<Result>) {
  const result = await retriedTransaction(deps.db, async tx => {
    await lockReaders(tx, [userId])
    return work(tx)
  })
  deps.publishNotice({ users: [], changes: [], inbox: [userId] })
  return result
}

interface SnoozedGroup {
  key: GroupKey
  until: string
}

/** The inbox shows a snoozed group again at its time, whether or not this job has run: it makes it unread and announces it. */
export function snoozedTasks(deps: Deps) {
  return {
    [RETURN_JOB]: async ({ key, until }: SnoozedGroup) => {
      await withInbox(deps, key.userId, tx => markReturned(tx, key, until))
    },
  }
}
