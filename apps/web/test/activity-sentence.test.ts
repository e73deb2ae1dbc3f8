import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ActivityType, activityPayloads } from '@atrium/tasks/events.contract'
import type { Activity } from '@atrium/tasks/projects/activity.contract'
import en from '@atrium/texts/en/web'
import { parts } from '@atrium/texts/parts'
import { isNews, sentenceOf } from '../src/features/projects/activity/activity-sentence.ts'

const names = {
  projectKey: 'WR',
  people: new Map([[2, 'Ada']]),
  boards: new Map([[7, 'Sprint']]),
  columns: new Map([[1, 'Doing']]),
}

function activity(type: ActivityType, before: object = {}, after: object = {}) {
  const own = { id: 1, projectId: 1, boardId: 7, taskId: null, actorId: 1, createdAt: '2026-01-01T00:00:00Z' }
  return { ...own, type, before, after } as unknown as Activity
}

const describe = (...event: Parameters<typeof activity>) => sentenceOf(activity(...event), names)

test('every event has a sentence in both languages', () => {
  const types = (Object.keys(activityPayloads) as ActivityType[]).filter(type => isNews(activity(type)))
  const keys = types.map(type => describe(type).key)
  for (const events of [en.projects.activity.events, parts.web('ru').projects.activity.events]) {
    assert.deepEqual(
      keys.filter(key => !(key in events || `${key}_one` in events)),
      [],
    )
  }
})

test('joining and leaving differ from being added and removed', () => {
  assert.deepEqual(describe('member.added', {}, { userId: 1, role: 'member' }), {
    key: 'memberJoined',
    values: { role: 'member' },
  })
  assert.deepEqual(describe('member.added', {}, { userId: 2, role: 'member' }).values, {
    person: 'Ada',
    role: 'member',
  })
  assert.equal(describe('member.removed', { userId: 1 }).key, 'memberLeft')
  assert.equal(describe('member.removed', { userId: 2 }).key, 'memberRemoved')
})

test('a move within a column is not a move to another one', () => {
  assert.equal(describe('task.moved', { columnId: 1 }, { columnId: 1 }).key, 'taskPlaced')
  assert.deepEqual(describe('task.moved', { columnId: 2 }, { columnId: 1 }), {
    key: 'taskMoved',
    values: { column: 'Doing' },
  })
})

test('unassigned, completed and renamed are recognized from the previous values', () => {
  assert.equal(describe('task.assigned', { assigneeId: 2 }, { assigneeId: null }).key, 'taskUnassigned')
  const item = (before: boolean, after: boolean) =>
    describe('checklist.updated', { title: 'a', isDone: before }, { title: 'b', isDone: after })
  assert.deepEqual(item(false, true), { key: 'checklistDone', values: { name: 'b' } })
  assert.equal(item(true, true).key, 'checklistUpdated')
  assert.equal(describe('task.updated', {}, { title: 'x', dueDate: null }).key, 'taskUpdated')
})

test('a change of nothing but the background of a board is named', () => {
  const changed = (after: object) => describe('board.updated', { background: null }, after)
  assert.deepEqual(changed({ background: 'teal' }), {
    key: 'boardBackgroundChanged',
    values: { name: 'Sprint' },
  })
  assert.equal(changed({ name: 'Relaunch', background: 'teal' }).key, 'boardUpdated')
})

test('records without a name are shown as an ellipsis; boards have their current name', () => {
  assert.deepEqual(describe('task.moved', { columnId: 1 }, { columnId: 99 }).values, { column: '…' })
  assert.deepEqual(describe('board.updated', {}, {}).values, { name: 'Sprint' })
  assert.deepEqual(describe('project.archived').values, { name: '…' })
})
