import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exported, fieldNamed, planFile } from './planned.ts'

const closed = {
  externalId: '1',
  title: 'Beams are missing',
  column: 'closed',
  parent: null,
  startDate: null,
  createdAt: '2024-02-20T09:00:00.000Z',
  completedAt: '2024-03-07T15:30:00.000Z',
  priority: null,
  cycle: 'Spring',
  fields: {},
  checklist: [],
}
const columns = [
  { externalId: 'open', title: 'Open' },
  { externalId: 'closed', title: 'Closed', isDone: true },
]

test('issues of GitHub are planned field by field, without pull requests and their comments', () => {
  const { plan, name } = planFile('github', exported('github.json'))
  assert.equal(name, 'garden/house')
  assert.deepEqual(plan.columns, columns)
  assert.deepEqual(plan.tasks[0], {
    ...closed,
    description: '**Oak**, see #2',
    relations: [],
    assignees: ['11', '12'],
    dueDate: null,
    estimateSeconds: null,
    stickers: ['bug'],
    comments: [
      { externalId: '71', author: '11', at: '2024-03-02T10:00:00.000Z', text: 'Which wood?' },
      { externalId: '72', author: '?', at: '2024-03-03T10:00:00.000Z', text: 'Oak' },
    ],
    attachments: [],
  })
  assert.deepEqual(
    plan.tasks
      .slice(1)
      .map(({ externalId, column, parent, completedAt }) => [externalId, column, parent, completedAt]),
    [['2', 'open', '1', null]],
  )
  assert.deepEqual(plan.stickers, [{ name: 'bug', color: '#d73a4a' }])
  assert.deepEqual(
    plan.people.map(({ name }) => name),
    ['ada', 'bob', 'Deleted user'],
  )
  assert.deepEqual([plan.remarks, plan.skipped], [[], []])
  const finishedAt = '2024-05-02T10:00:00.000Z'
  assert.deepEqual(plan.cycles, [
    { name: 'Spring', startDate: null, endDate: '2024-05-01', goal: 'Beams', finishedAt },
  ])
})

test('issues of Gitea are planned with what blocks them, their files and known email addresses', () => {
  const { plan } = planFile('gitea', exported('gitea.json'))
  assert.deepEqual(plan.columns, columns)
  assert.deepEqual(plan.tasks[0], {
    ...closed,
    description: 'Oak',
    relations: [{ type: 'blockedBy', task: '2' }],
    assignees: ['11'],
    dueDate: '2024-03-08',
    estimateSeconds: 7200,
    stickers: ['bug'],
    comments: [{ externalId: '71', author: '12', at: '2024-03-02T09:00:00.000Z', text: 'Which wood?' }],
    attachments: [{ name: 'plan.pdf', url: 'https://git.example.org/attachments/9' }],
  })
  assert.deepEqual(plan.cycles, [
    { name: 'Spring', startDate: null, endDate: '2024-05-01', goal: null, finishedAt: null },
  ])
  assert.deepEqual(plan.people, [
    { externalId: '11', name: 'Ada Lovelace', email: 'ada@example.org' },
    { externalId: '12', name: 'bob' },
  ])
  assert.deepEqual(plan.remarks, [{ externalId: '1', kind: 'relationDropped', example: 'garden/wood#7' }])
})

test('issues of GitLab are planned with notes of people, links, weight and estimate', () => {
  const fields = [fieldNamed(1, 'Weight', 'number')]
  const { plan, name } = planFile('gitlab', exported('gitlab.json'), {}, { fields })
  assert.equal(name, 'Garden / House')
  assert.deepEqual(plan.columns, columns)
  assert.deepEqual(plan.tasks[0], {
    ...closed,
    description: 'Oak ![plan](https://gitlab.example.org/garden/house/uploads/1f/plan.png)',
    relations: [{ type: 'blockedBy', task: '2' }],
    assignees: ['11', '12'],
    dueDate: '2024-03-08',
    estimateSeconds: 7200,
    fields: { 1: 3 },
    stickers: ['bug', 'wood'],
    comments: [{ externalId: '71', author: '13', at: '2024-03-02T10:00:00.000Z', text: 'Which wood?' }],
    attachments: [],
  })
  const week = '2024-02-26 – 2024-03-03'
  const { cycle, stickers, column } = plan.tasks[1] ?? {}
  assert.deepEqual([cycle, stickers, column], [week, ['Spring'], 'open'])
  const finishedAt = '2024-05-02T10:00:00.000Z'
  assert.deepEqual(plan.cycles, [
    { name: 'Spring', startDate: '2024-03-01', endDate: '2024-05-01', goal: 'Beams', finishedAt },
    { name: week, startDate: '2024-02-26', endDate: '2024-03-03', goal: null, finishedAt: null },
  ])
  assert.deepEqual(
    plan.remarks.map(({ kind, example }) => [kind, example]),
    [
      ['timeDropped', '1h'],
      ['relationDropped', 'garden/wood#2'],
    ],
  )
})
