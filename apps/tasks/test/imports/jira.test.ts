import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { detectFormat } from '#imports/formats/formats.ts'
import { exported, fieldNamed, planFile } from './planned.ts'

const fields = [fieldNamed(1, 'Story points', 'number')]

test('issues of Jira are planned field by field, with documents, epics, sprints and links', () => {
  const { plan, name } = planFile('jira', exported('jira.json'), {}, { fields })
  assert.equal(name, 'Garden house')
  assert.deepEqual(plan.columns, [
    { externalId: '1', title: 'To Do' },
    { externalId: '2', title: 'In Progress' },
    { externalId: '3', title: 'Done', isDone: true },
  ])
  const [epic, story, task] = plan.tasks
  assert.deepEqual([epic?.stickers, epic?.parent], [['Epic'], null])
  assert.deepEqual(story, {
    externalId: 'GH-2',
    title: 'Order the beams',
    description:
      'Oak, **3 m** for @Ada\n\n| Size | Pieces |\n| --- | --- |\n| 3 \\| 4 m | 4 |\n\n```js\ncut(3)\n```',
    column: '3',
    parent: 'GH-1',
    relations: [{ type: 'blocks', task: 'GH-3' }],
    assignees: ['712020:ada'],
    voters: ['712020:ada', '712020:eve'],
    startDate: '2024-03-01',
    dueDate: '2024-03-08',
    createdAt: '2024-02-20T09:00:00.000Z',
    completedAt: '2024-03-07T15:30:00.000Z',
    priority: 'Highest',
    cycle: 'Week 10',
    estimateSeconds: 7200,
    fields: { 1: 5 },
    stickers: ['Story', 'wood', 'Carpenter', '1.0'],
    checklist: [],
    comments: [
      { externalId: '501', author: '712020:left', at: '2024-03-02T10:00:00.000Z', text: 'Which wood?' },
      { externalId: '502', author: '712020:ada', at: '2024-03-03T10:00:00.000Z', text: '*Oak*' },
      { externalId: '503', author: '?', at: '2024-03-04T10:00:00.000Z', text: 'Fine' },
    ],
    attachments: [
      { name: 'plan.pdf', url: 'https://garden.atlassian.net/rest/api/3/attachment/content/10000' },
    ],
  })
  assert.deepEqual(
    [task?.parent, task?.cycle, task?.assignees, task?.description],
    [
      'GH-1',
      'Week 10, May',
      ['JIRAUSER10100'],
      '## Plan\n\n- **oak**\n   - [prices](<https://example.org/p>)\n\n| Size | Pieces |\n| --- | --- |\n| 3 m | 4 |\n\n```js\ncut(3)\n```',
    ],
  )
  // An open issue is in no sprint any more once its last one is closed.
  assert.equal(epic?.cycle, null)
  const [week, may] = [
    { name: 'Week 10', startDate: '2024-03-04', endDate: '2024-03-08', goal: 'Order the beams' },
    { name: 'Week 10, May', startDate: '2024-05-06', endDate: '2024-05-10', goal: 'Roof, walls' },
  ]
  assert.deepEqual(plan.cycles, [
    { ...week, finishedAt: null },
    { ...may, finishedAt: null },
  ])
  assert.deepEqual(
    plan.remarks.map(({ kind, example }) => [kind, example]),
    [
      ['timeDropped', '1.5 h'],
      ['voteDropped', 'Order the beams'],
      ['relationDropped', 'WOOD-7'],
      ['fieldUnknown', 'Room: Kitchen'],
    ],
  )
  assert.deepEqual(plan.people.slice(0, 2), [
    { externalId: '712020:ada', name: 'Ada Lovelace', email: 'ada@example.org' },
    { externalId: '712020:eve', name: 'Eve' },
  ])
})

test('the CSV export of Jira is recognized, and its repeated columns are read', () => {
  const file = exported('jira.csv')
  assert.equal(detectFormat({ name: 'Jira.csv', bytes: Uint8Array.from(file).buffer }).id, 'jira')
  const { plan } = planFile('jira', file, {}, { fields })
  assert.deepEqual(plan.columns, [
    { externalId: 'To Do', title: 'To Do' },
    { externalId: 'Done', title: 'Done', isDone: true },
  ])
  assert.deepEqual(plan.tasks[1], {
    externalId: 'GH-2',
    title: 'Order the beams',
    description: '**3 m**\nsecond line',
    column: 'Done',
    parent: 'GH-1',
    relations: [{ type: 'blocks', task: 'GH-1' }],
    assignees: ['712020:ada'],
    startDate: null,
    dueDate: '2024-03-08',
    createdAt: '2024-02-20T09:00:00.000Z',
    completedAt: '2024-03-07T15:30:00.000Z',
    priority: 'Highest',
    cycle: 'Week 10',
    estimateSeconds: 7200,
    fields: { 1: 5 },
    stickers: ['wood', 'oak'],
    checklist: [],
    comments: [
      { externalId: '2', author: '?', at: null, text: 'Just text' },
      { externalId: '1', author: '712020:left', at: '2024-03-02T10:00:00.000Z', text: 'Which; wood?' },
    ],
    attachments: [{ name: 'plan; old.pdf', url: 'https://garden.atlassian.net/a/1' }],
  })
  assert.deepEqual(
    plan.remarks.map(({ kind, example }) => [kind, example]),
    [
      ['timeDropped', '5400 s'],
      ['voteDropped', 'Order the beams'],
      ['relationDropped', 'WOOD-7'],
    ],
  )
})

test('whatever the cells of a CSV export of Jira are, only what the server takes is planned', () => {
  const [heading = ''] = exported('jira.csv').toString().split('\n')
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom(
      '10001',
      '31/Feb/24 9:00 PM',
      '02/Mar/24 10:00 AM;a;b',
      '2024-13-45',
      'Done',
      '*a _b_ {code}',
    ),
  )
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 20, maxLength: 27 }), { minLength: 1, maxLength: 5 }),
      rows => {
        const lines = rows.map(cells => cells.map(text => `"${text.replaceAll('"', '""')}"`).join(','))
        const bytes = Buffer.from([heading, 'Task,GH-1', ...lines].join('\n').replaceAll('\0', ''))
        planFile('jira', bytes)
      },
    ),
  )
})

test('other tables and documents are no issues of Jira', () => {
  assert.throws(() => planFile('jira', Buffer.from('Title,Status\nA,B\n')), { problem: 'otherFormat' })
  assert.throws(() => planFile('jira', Buffer.from('Issue key,Summary\n')), { problem: 'empty' })
  assert.throws(() => planFile('jira', Buffer.from('{"issues":1}')), { problem: 'otherFormat' })
})
