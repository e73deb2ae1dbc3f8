import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ActivityType, activityPayloads } from '@atrium/tasks/events.contract'
import type { Activity } from '@atrium/tasks/projects/activity.contract'
import { isNews, sentenceOf } from '../src/features/projects/activity/activity-sentence.ts'
import en from '../src/locales/en.ts'
import ru from '../src/locales/ru.ts'

const names = {
  people: new Map([[2, 'Ada']]),
  boards: new Map([[7, 'Sprint']]),
  columns: new Map([[1, 'Doing']]),
}

function activity(type: ActivityType, before: object = {}, after: object = {}) {
  const own = { id: 1, projectId: 1, boardId: 7, taskId: null, actorId: 1, createdAt: '2026-01-01T00:00:00Z' }
  return { ...own, type, before, after } as unknown as Activity
}

const say = (...event: Parameters<typeof activity>) => sentenceOf(activity(...event), names)

test('every event has a sentence in both languages', () => {
  const types = (Object.keys(activityPayloads) as ActivityType[]).filter(type => isNews(activity(type)))
  const keys = types.map(type => say(type).key)
  for (const events of [en.projects.activity.events, ru.projects.activity.events]) {
    assert.deepEqual(
      keys.filter(key => !(key in events)),
      [],
    )
  }
})

test('to join and to leave is something else than to be added and removed', () => {
  assert.deepEqual(say('member.added', {}, { userId: 1, role: 'member' }), {
    key: 'memberJoined',
    values: { role: 'member' },
  })
  assert.deepEqual(say('member.added', {}, { userId: 2, role: 'member' }).values, {
    person: 'Ada',
    role: 'member',
  })
  assert.equal(say('member.removed', { userId: 1 }).key, 'memberLeft')
  assert.equal(say('member.removed', { userId: 2 }).key, 'memberRemoved')
})

test('a move within a column is not a move to another one', () => {
  assert.equal(say('task.moved', { columnId: 1 }, { columnId: 1 }).key, 'taskPlaced')
  assert.deepEqual(say('task.moved', { columnId: 2 }, { columnId: 1 }), {
    key: 'taskMoved',
    values: { column: 'Doing' },
  })
})

test('unassigned, finished and renamed are recognised from what was before', () => {
  assert.equal(say('task.assigned', { assigneeId: 2 }, { assigneeId: null }).key, 'taskUnassigned')
  const item = (before: boolean, after: boolean) =>
    say('checklist.updated', { title: 'a', isDone: before }, { title: 'b', isDone: after })
  assert.deepEqual(item(false, true), { key: 'checklistDone', values: { name: 'b' } })
  assert.equal(item(true, true).key, 'checklistUpdated')
  assert.equal(say('task.updated', {}, { title: 'x', dueDate: null }).key, 'taskUpdated')
})

test('what has no name any more is an ellipsis; a board is called by its name of today', () => {
  assert.deepEqual(say('task.moved', { columnId: 1 }, { columnId: 99 }).values, { column: '…' })
  assert.deepEqual(say('board.updated', {}, {}).values, { name: 'Sprint' })
  assert.deepEqual(say('project.archived').values, { name: '…' })
})
