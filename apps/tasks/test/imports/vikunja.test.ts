import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zipSync } from 'fflate'
import { detectFormat } from '#imports/formats/formats.ts'
import { exported, planFile } from './planned.ts'

const data = exported('vikunja.json')
const archive = zipSync({
  'data.json': new Uint8Array(data),
  'files/40': new TextEncoder().encode('%PDF-1.4\n'),
  VERSION: new TextEncoder().encode('v0.24.6'),
})

test('the export of a Vikunja user is planned field by field', () => {
  assert.equal(detectFormat({ name: 'export.zip', bytes: Uint8Array.from(archive).buffer }).id, 'vikunja')
  const { plan, shown, fileOf } = planFile('vikunja', archive)
  assert.deepEqual(shown, {
    projects: [
      { id: '1', title: 'Garden house', taskCount: 2 },
      { id: '2', title: 'Wood', taskCount: 1 },
    ],
  })
  const [task, subtask] = plan.tasks
  assert.deepEqual(task, {
    externalId: '11',
    title: 'Order the beams',
    description: 'Oak, **3 m**\n\n- [x] Measure',
    column: '2',
    parent: null,
    relations: [],
    assignees: ['1', '2'],
    startDate: '2024-03-01',
    dueDate: '2024-03-08',
    createdAt: '2024-02-20T09:00:00.000Z',
    completedAt: null,
    priority: 'urgent',
    cycle: null,
    estimateSeconds: null,
    fields: {},
    recurrence: { rule: 'FREQ=WEEKLY;INTERVAL=2', mode: 'completion' },
    stickers: ['Wood', 'Garden house'],
    checklist: [],
    comments: [{ externalId: '71', author: '2', at: '2024-03-02T10:00:00.000Z', text: 'Which wood?' }],
    attachments: [{ name: 'plan.pdf', url: 'content:files%2F40' }],
  })
  assert.equal(Buffer.from(fileOf('content:files%2F40') ?? '').toString(), '%PDF-1.4\n')
  assert.deepEqual(
    [subtask?.parent, subtask?.column, subtask?.completedAt, subtask?.description],
    ['11', '3', '2024-03-01T08:00:00.000Z', 'Just **Markdown**'],
  )
  assert.deepEqual(plan.people, [
    { externalId: '1', name: 'Ada Lovelace', email: 'ada@example.org' },
    { externalId: '2', name: 'bob' },
  ])
  assert.deepEqual(
    plan.remarks.map(({ kind, example }) => [kind, example]),
    [
      ['reminderDropped', '2024-03-07T09:00:00Z'],
      ['relationDropped', '21'],
      ['relationDropped', '99'],
      ['repeatUnread', '3600 s'],
    ],
  )
  assert.deepEqual(plan.skipped, [{ title: 'Saw', reason: 'archivedList' }])
})

test('one project of a Vikunja export can be chosen, and one without a board has a column for what is done', () => {
  const one = planFile('vikunja', archive, { projectId: '1' }).plan
  assert.deepEqual(one.tasks[0]?.stickers, ['Wood'])
  assert.deepEqual(
    one.columns.map(({ title, isDone }) => [title, isDone]),
    [
      ['To-Do', undefined],
      ['Doing', undefined],
      ['Done', true],
    ],
  )
  const archived = planFile('vikunja', archive, { projectId: '2', withArchived: true }).plan
  assert.deepEqual(archived.columns, [
    { externalId: 'to-do', title: 'To do' },
    { externalId: 'done', title: 'Done', isDone: true },
  ])
  assert.deepEqual(
    [archived.tasks[0]?.column, archived.tasks[0]?.completedAt],
    ['done', '2024-02-01T08:00:00.000Z'],
  )
})

test('archives that are cut, lie about their size or are no export are refused', () => {
  assert.throws(() => planFile('vikunja', archive.slice(0, -30)), { problem: 'damaged' })
  assert.throws(() => planFile('vikunja', zipSync({ 'xl/workbook.xml': new Uint8Array(9) })), {
    problem: 'otherFormat',
  })
  assert.throws(() => planFile('vikunja', zipSync({ 'data.json': data.subarray(0, 50) })), {
    problem: 'notJson',
  })
  assert.throws(() => planFile('vikunja', Buffer.from('{"projects":{}}')), { problem: 'otherFormat' })
  const huge = Buffer.from(archive)
  const directory = huge.indexOf(Buffer.from('PK\u0001\u0002'))
  huge.writeUInt32LE(0x7fffffff, directory + 24)
  assert.throws(() => planFile('vikunja', huge), { problem: 'tooLarge' })
})
