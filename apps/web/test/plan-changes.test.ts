import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskInPlan } from '@atrium/tasks/planning/plan.contract'
import {
  type PlanChange,
  stepWithin,
  sumOf,
  withChange,
  workingSecondsOn,
} from '../src/features/my-work/plan/plan-changes.ts'
import { task } from './records.ts'

const monday = '2026-03-02'
const tuesday = '2026-03-03'
const wednesday = '2026-03-04'

function planned(id: number, plannedFor: string, fields: Partial<TaskInPlan> = {}): TaskInPlan {
  return { ...task(id), projectKey: 'WR', plannedFor, ...fields }
}

const plan = {
  tasks: [planned(1, monday), planned(2, tuesday), planned(3, tuesday), planned(4, wednesday)],
}

function after(change: PlanChange, before = plan) {
  return withChange(before, change).tasks.map(({ id, plannedFor }) => `${plannedFor.slice(8)}:${id}`)
}

function place(id: number, day: string, afterTaskId?: number | null) {
  return { kind: 'place', task: task(id), day, afterTaskId } as const
}

test('a task is placed where the server will place it', () => {
  assert.deepEqual(after(place(9, tuesday)), ['02:1', '03:2', '03:3', '03:9', '04:4'])
  assert.deepEqual(after(place(9, tuesday, null)), ['02:1', '03:9', '03:2', '03:3', '04:4'])
  assert.deepEqual(after(place(9, tuesday, 2)), ['02:1', '03:2', '03:9', '03:3', '04:4'])
  assert.deepEqual(after(place(2, tuesday, 3)), ['02:1', '03:3', '03:2', '04:4'])
  assert.deepEqual(after(place(3, tuesday, null)), ['02:1', '03:3', '03:2', '04:4'])
  assert.deepEqual(after(place(4, monday)), ['02:1', '02:4', '03:2', '03:3'])
  assert.deepEqual(after(place(1, '2026-03-09', null)), ['03:2', '03:3', '04:4', '09:1'])
  // The other task has left the day in between.
  assert.deepEqual(after(place(9, tuesday, 4)), ['02:1', '03:2', '03:3', '03:9', '04:4'])
  assert.deepEqual(after(place(9, tuesday), { tasks: [] }), ['03:9'])
})

test('only open tasks roll over, in their order, to the end of the day', () => {
  const done = planned(9, monday, { completedAt: '2026-03-02T12:00:00.000Z' })
  const before = { tasks: [done, ...plan.tasks] }
  assert.deepEqual(after({ kind: 'rollOver', day: wednesday }, before), [
    '02:9',
    '04:4',
    '04:1',
    '04:2',
    '04:3',
  ])
})

test('a task moves one step within its day, and not beyond', () => {
  const day = [planned(1, monday), planned(2, monday), planned(3, monday)]
  assert.deepEqual(stepWithin(day, 1, 1), { afterTaskId: 2 })
  assert.deepEqual(stepWithin(day, 3, -1), { afterTaskId: 1 })
  assert.deepEqual(stepWithin(day, 2, -1), { afterTaskId: null })
  assert.equal(stepWithin(day, 1, -1), undefined)
  assert.equal(stepWithin(day, 3, 1), undefined)
  assert.equal(stepWithin(day, 9, 1), undefined)
})

test('what is planned adds up, and is compared with the working hours of the day', () => {
  const tasks = [planned(1, monday, { estimateSeconds: 3600 }), planned(2, monday)]
  assert.deepEqual(sumOf(tasks), { seconds: 3600, unestimated: 1 })
  const hours = { workdaySeconds: 28_800, workingDays: [1, 7] }
  assert.equal(workingSecondsOn(monday, hours), 28_800)
  assert.equal(workingSecondsOn(tuesday, hours), 0)
  assert.equal(workingSecondsOn('2026-03-08', hours), 28_800)
})
