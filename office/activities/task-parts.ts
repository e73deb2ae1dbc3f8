import { updateColumn } from '@atrium/tasks/boards/column.contract'
import { createChecklistItem, updateChecklistItem } from '@atrium/tasks/tasks/checklist/checklist.contract'
import { createComment } from '@atrium/tasks/tasks/comments/comment.contract'
import { addReaction } from '@atrium/tasks/tasks/comments/reaction.contract'
import { addRelation } from '@atrium/tasks/tasks/relations/relation.contract'
import { attachSticker, detachSticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { convertChecklistItem } from '@atrium/tasks/tasks/subtasks/subtask.contract'
import { unwatchTask, watchTask } from '@atrium/tasks/tasks/watch/watch.contract'
import {
  createTimeInterval,
  getRunningTimer,
  startTimer,
  stopTimer,
} from '@atrium/tasks/time-tracking/time-interval.contract'
import { may } from '../people.ts'
import { type Activity, COLUMN_FULL, type Desk, hasTasks, pickTask } from './activity.ts'

const HOUR_MS = 3_600_000

export const partActivities: Activity[] = [
  {
    name: 'comment',
    weight: 10,
    right: 'comment.write',
    isPossible: hasTasks,
    run: async desk => {
      const { call, ledger, project, random, text } = desk
      const mention = random.chance(0.3) ? `@[${random.pick(project.members).id}] ` : ''
      const written = mention + text('Comment')
      const { item } = await call(createComment, {
        params: { id: pickTask(desk).id },
        body: { text: written },
      })
      ledger.wrote('comments', written)
      if (random.chance(0.3)) {
        const reply = text('Reply')
        await call(createComment, { params: { id: item.taskId }, body: { text: reply, replyToId: item.id } })
        ledger.wrote('comments', reply)
      }
      if (random.chance(0.2)) await call(addReaction, { params: { id: item.id, emoji: '👍' } })
    },
  },
  {
    name: 'work on a checklist',
    weight: 4,
    right: 'task.write',
    isPossible: hasTasks,
    races: [COLUMN_FULL],
    run: async desk => {
      const { call, ledger, random, text } = desk
      const task = pickTask(desk)
      const title = text('Step')
      const { item } = await call(createChecklistItem, { params: { id: task.id }, body: { title } })
      if (!task.isSubtask && random.chance(0.2)) {
        await call(convertChecklistItem, { params: { id: item.id }, body: {} })
        return ledger.wrote('tasks', title)
      }
      ledger.wrote('checklist_items', title)
      await call(updateChecklistItem, { params: { id: item.id }, body: { isDone: true } })
    },
  },
  {
    name: 'relate two tasks',
    weight: 2,
    right: 'task.write',
    isPossible: hasTasks,
    races: ['task_relation_pair_taken', 'too_many_relations'],
    run: async desk => {
      // Always in the order in which they are known, so that no circle of blockers is possible.
      const tasks = desk.ledger.tasksIn(desk.project.id)
      const older = desk.random.pick(tasks.slice(0, -1))
      const from = older.id
      const to = desk.random.pick(tasks.slice(tasks.indexOf(older) + 1)).id
      const type = desk.random.pick(['blocks', 'relatesTo'] as const)
      await desk.call(addRelation, { params: { id: from }, body: { type, taskId: to } })
    },
  },
  {
    name: 'use a timer',
    weight: 4,
    right: 'time.write',
    isPossible: hasTasksAsMember,
    races: ['timer_already_running'],
    run: async desk => {
      const { item: running } = await desk.call(getRunningTimer)
      // People can stop a timer in any project, so only starting one shows whether they are refused.
      if (running && may(desk.person, desk.project.id, 'time.write')) {
        await desk.call(stopTimer, { body: { taskId: running.taskId } })
      } else {
        await desk.call(startTimer, { body: { taskId: pickTask(desk).id } })
      }
    },
  },
  {
    name: 'add time',
    weight: 2,
    right: 'time.write',
    isPossible: hasTasksAsMember,
    run: async desk => {
      const { call, ledger, random, text } = desk
      const note = text('Worked')
      const startedAt = new Date(Date.now() - (2 + random.next() * 1000) * HOUR_MS).toISOString()
      const body = { taskId: pickTask(desk).id, startedAt, duration: 600, note }
      await call(createTimeInterval, { body })
      ledger.wrote('time_intervals', note)
    },
  },
  {
    name: 'attach a sticker',
    weight: 2,
    right: 'task.write',
    isPossible: hasTasks,
    races: ['sticker_already_attached', 'sticker_not_found'],
    run: async desk => {
      const params = { id: pickTask(desk).id }
      const stickerId = desk.random.pick(desk.project.stickerIds)
      await desk.call(attachSticker, { params, body: { stickerId } })
      if (desk.random.chance(0.3)) await desk.call(detachSticker, { params: { ...params, stickerId } })
    },
  },
  {
    name: 'watch a task',
    weight: 2,
    right: 'project.read',
    isPossible: hasTasksAsMember,
    run: async desk => {
      const params = { id: pickTask(desk).id }
      await desk.call(desk.random.chance(0.7) ? watchTask : unwatchTask, { params })
    },
  },
  {
    name: 'rename a column',
    weight: 1,
    right: 'board.write',
    run: ({ call, project, random, text }) =>
      call(updateColumn, { params: { id: random.pick(project.columnIds) }, body: { title: text('Column') } }),
  },
]

/** Administrators can change tasks of any project, but track time and watch tasks only where they are members. */
function hasTasksAsMember(desk: Desk) {
  return hasTasks(desk) && desk.person.memberships.has(desk.project.id)
}
