import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exported, fieldNamed, planFile } from './planned.ts'

test('a project of Plane is planned field by field', () => {
  const fields = [fieldNamed(1, 'Points', 'number')]
  const { plan, name } = planFile('plane', exported('plane.json'), {}, { fields })
  assert.equal(name, 'Garden house')
  assert.deepEqual(plan.columns, [
    { externalId: 's1', title: 'Todo' },
    { externalId: 's2', title: 'In Progress' },
    { externalId: 's3', title: 'Done', isDone: true },
    { externalId: 's4', title: 'Cancelled', isDone: true },
  ])
  assert.deepEqual(plan.tasks[0], {
    externalId: 'w1',
    title: 'Order the beams',
    description: 'Oak, **3 m**\n\n| Size | Pieces |\n| --- | --- |\n| 3 m | 4 |',
    column: 's3',
    parent: null,
    relations: [],
    assignees: ['u1', 'u2'],
    startDate: '2024-03-01',
    dueDate: '2024-03-08',
    createdAt: '2024-02-20T09:00:00.000Z',
    completedAt: '2024-03-07T15:30:00.123Z',
    priority: 'urgent',
    cycle: 'Week 10',
    estimateSeconds: null,
    fields: { 1: 5 },
    stickers: ['Wood', 'Roof'],
    checklist: [],
    comments: [{ externalId: 'k1', author: 'u2', at: '2024-03-02T10:00:00.000Z', text: 'Which *wood*?' }],
    attachments: [],
  })
  const [, canceled] = plan.tasks
  assert.deepEqual(
    [canceled?.parent, canceled?.completedAt, canceled?.priority],
    ['w1', '2024-03-01T08:00:00.000Z', null],
  )
  assert.deepEqual(plan.people, [
    { externalId: 'u1', name: 'Ada Lovelace', email: 'ada@example.org' },
    { externalId: 'u2', name: 'bob', email: 'bob@example.org' },
  ])
  const week = { name: 'Week 10', startDate: '2024-03-04', endDate: '2024-03-10', goal: 'Beams' }
  assert.deepEqual(plan.cycles, [{ ...week, finishedAt: '2024-03-10T23:59:59.000Z' }])
  assert.deepEqual(plan.skipped, [{ title: 'Old', reason: 'archived' }])
  assert.equal(planFile('plane', exported('plane.json'), { withArchived: true }).plan.tasks.length, 3)
})
