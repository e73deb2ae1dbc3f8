import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCsv } from '@atrium/core/csv'
import type { BoardWithColumns } from '@atrium/tasks/boards/board.contract'
import { guessMapping, planCsv } from '@atrium/tasks/imports/formats/csv/csv'
import { guessFields } from '@atrium/tasks/imports/formats/csv/csv-fields'
import { readDate } from '@atrium/tasks/imports/formats/csv/csv-values'
import { stickerColor } from '@atrium/tasks/imports/plan/colors.contract'
import { summarizePlan } from '@atrium/tasks/imports/plan/plan-summary'
import { cut } from '@atrium/tasks/imports/plan/plan-texts'
import type { Member } from '@atrium/tasks/projects/member.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import fc from 'fast-check'
import { tasksCsv } from '../src/features/import/export/export-project.ts'
import { createDirectory } from '../src/features/import/files/directory.ts'
import { lossesOf, namesNewOptions } from '../src/features/import/files/import-losses.ts'
import { customField, task } from './records.ts'

const table = { isMonthFirst: false, defaultColumn: 'To do', timeZone: 'UTC', fields: [] }

function member(userId: number, name: string, surname: string, fields: object = {}) {
  const user = { id: userId, name, surname, email: `${userId}@example.org`, ...fields }
  return { userId, role: 'member', user, ...fields } as unknown as Member
}

const priorities = [
  { id: 1, name: 'low', level: 10 },
  { id: 2, name: 'normal', level: 20 },
  { id: 4, name: 'urgent', level: 40 },
  { id: 5, name: 'House on fire', level: 99 },
] as TaskPriority[]

test('columns are found by the names that other programs and languages give them', () => {
  assert.deepEqual(guessMapping(['ID', 'Summary', ' STATUS ', 'Due Date', 'Labels']), {
    title: 1,
    column: 2,
    dueDate: 3,
    stickers: 4,
  })
  assert.deepEqual(guessMapping(['Название', 'Срок', 'Исполнитель']), { title: 0, dueDate: 1, assignee: 2 })
  assert.deepEqual(guessMapping(['Name', 'Title']), { title: 1 }, 'the better name wins')
  assert.deepEqual(guessMapping(['x', '']), {})
})

test('dates are read in any usual order, and never guessed at', () => {
  const day = (text: string, isMonthFirst = false) => readDate(text, { isMonthFirst })
  assert.deepEqual(
    ['2026-05-31', '2026/5/1', '31.05.2026', '1/5/2026', '2026-05-31T22:00:00Z', '31.05.2026, 12:00'].map(
      text => day(text),
    ),
    ['2026-05-31', '2026-05-01', '2026-05-31', '2026-05-01', '2026-05-31', '2026-05-31'],
  )
  assert.equal(day('5/31/2026', true), '2026-05-31')
  assert.equal(day('31.05.2026', true), '2026-05-31', 'dots are always day first')
  for (const text of ['5/31/2026', '31.02.2026', '31/05.2026', '31.5.26', 'tomorrow', '', '0026-01-01']) {
    assert.equal(day(text), null, text)
  }
})

test('people are found by address or by name in either order; viewers cannot be assigned', () => {
  const { memberId, anyMemberId } = createDirectory(
    [member(1, 'Ada', 'Lovelace'), member(2, 'Eve', 'Viewer', { role: 'viewer' })],
    [],
  )
  const find = (name: string) => memberId({ name })
  assert.deepEqual([' ADA lovelace ', 'Lovelace Ada', '1@EXAMPLE.org'].map(find), [1, 1, 1])
  assert.deepEqual(['Eve Viewer', '2@example.org', 'Ada', ''].map(find), Array(4).fill(undefined))
  assert.equal(anyMemberId({ name: 'Eve Viewer' }), 2)
  assert.equal(memberId({ name: 'Someone', email: '1@example.org' }), 1)
})

test('a name that two people share means neither of them, their addresses do', () => {
  const { memberId } = createDirectory([member(1, 'Ada', 'Lee'), member(2, 'Ada', 'Lee')], [])
  const find = (name: string) => memberId({ name })
  assert.deepEqual(['Ada Lee', '1@example.org', '2@example.org'].map(find), [undefined, 1, 2])
  assert.equal(createDirectory([member(3, 'Lee', 'Lee')], []).memberId({ name: 'lee lee' }), 3)
})

test('priorities are found by their own names and by the words of other programs', () => {
  const { priorityId } = createDirectory([], priorities)
  assert.deepEqual(
    ['Low', 'medium', 'P1', 'критический', 'house on FIRE', 'whatever', 'major'].map(priorityId),
    [1, 2, 4, 4, 5, undefined, undefined],
  )
})

test('what an import cannot take over is known before it starts', () => {
  const rows = [
    ['Draw', '31.02.2026', 'Ada Lovelace', 'low'],
    ['Paint', 'soon', 'Eve', 'P0'],
    ['Frame', 'soon', 'Eve', ''],
    ['Hang', '2026-05-31', '', 'P0'],
  ]
  const mapping = { title: 0, dueDate: 1, assignee: 2, priority: 3 }
  const plan = planCsv(rows, { ...table, mapping })
  const directory = createDirectory([member(1, 'Ada', 'Lovelace')], priorities)
  assert.deepEqual(lossesOf(summarizePlan(plan), directory), [
    { kind: 'dueDateUnread', count: 3, examples: ['31.02.2026', 'soon'] },
    { kind: 'assigneeUnknown', count: 2, examples: ['Eve'] },
    { kind: 'priorityUnknown', count: 2, examples: ['P0'] },
  ])
})

test('whom the user has chosen counts, not the name in the file', () => {
  const mapping = { title: 0, assignee: 1 }
  const plan = summarizePlan(
    planCsv(
      [
        ['Draw', 'Ada'],
        ['Paint', 'Eve'],
        ['Frame', 'Ada Lovelace'],
      ],
      { ...table, mapping },
    ),
  )
  const directory = createDirectory(
    [member(1, 'Ada', 'Lovelace'), member(2, 'Eve', 'Viewer', { role: 'viewer' })],
    [],
  )
  const people = new Map([
    ['Ada', 1],
    ['Eve', 2],
    ['Ada Lovelace', null],
  ])
  const [loss] = lossesOf(plan, directory, { people })
  assert.deepEqual(loss, { kind: 'assigneeUnknown', count: 2, examples: ['Eve', 'Ada Lovelace'] })
})

test('votes of people who are no members are counted with those that the file does not name', () => {
  const plan = planCsv([['Draw'], ['Paint']], { ...table, mapping: { title: 0 } })
  const [draw, paint] = plan.tasks
  const voters = [
    { ...draw, voters: ['a', 'b'] },
    { ...paint, voters: ['b'] },
  ] as typeof plan.tasks
  const people = ['a', 'b'].map(externalId => ({
    externalId,
    name: externalId === 'a' ? 'Ada Lovelace' : 'Eve',
  }))
  const remarks = [{ externalId: '2', kind: 'voteDropped' as const, example: 'Paint', count: 3 }]
  const directory = createDirectory([member(1, 'Ada', 'Lovelace', { role: 'viewer' })], [])
  assert.deepEqual(lossesOf(summarizePlan({ ...plan, people, tasks: voters, remarks }), directory), [
    { kind: 'voteDropped', count: 5, examples: ['Paint', 'Eve'] },
  ])
})

test('columns of a file become values of custom fields, and what does not fit is known before', () => {
  const option = (id: number, name: string) => ({ id, name, color: '#ff0000' })
  const fields = [
    { ...customField(1, 'select'), name: 'Severity', options: [option(11, 'Low'), option(12, 'High')] },
    { ...customField(2, 'multi_select'), name: 'Platforms', options: [option(21, 'Web')] },
    { ...customField(3, 'number'), name: 'Points' },
    { ...customField(4, 'date'), name: 'Release' },
    { ...customField(5, 'checkbox'), name: 'Approved' },
    { ...customField(6, 'person'), name: 'Reviewer' },
    { ...customField(7, 'url'), name: 'Design' },
    { ...customField(8, 'text'), name: 'Title' },
  ]
  const headers = ['Title', 'severity', 'Platforms', 'POINTS', 'Release', 'Approved', 'Reviewer', 'Design']
  const mapped = guessFields(headers, fields, [0])
  assert.deepEqual(
    mapped.map(({ id, index }) => [id, index]),
    [1, 2, 3, 4, 5, 6, 7].map(id => [id, id]),
  )
  const rows = [
    ['Draw', 'HIGH', 'web; iOS', '1 234,5', '31.05.2026', 'да', 'Eve Viewer', 'https://example.org/x'],
    ['Paint', 'Urgent', '', "'-5", '', 'no', '2@example.org', ''],
    ['Frame', '', '', 'many', 'soon', 'maybe', 'Nobody', 'example.org'],
  ]
  const plan = planCsv(rows, { ...table, mapping: { title: 0 }, fields: mapped })
  assert.deepEqual(
    plan.tasks.map(one => one.fields),
    [
      {
        ...{ 1: 'HIGH', 2: ['web', 'iOS'], 3: 1234.5, 4: '2026-05-31', 5: true, 6: 'Eve Viewer' },
        7: 'https://example.org/x',
      },
      { 1: 'Urgent', 3: -5, 5: false, 6: '2@example.org' },
      { 6: 'Nobody' },
    ],
  )
  const summary = summarizePlan(plan)
  const directory = createDirectory([member(2, 'Eve', 'Viewer', { role: 'viewer' })], priorities, fields)
  const unread = {
    kind: 'fieldUnread',
    count: 4,
    examples: ['Points: many', 'Release: soon', 'Approved: maybe', 'Design: example.org'],
  }
  const unknown = ['Platforms: iOS', 'Severity: Urgent', 'Reviewer: Nobody']
  assert.ok(namesNewOptions(summary, directory))
  assert.deepEqual(lossesOf(summary, directory), [
    unread,
    { kind: 'fieldUnknown', count: 3, examples: unknown },
  ])
  assert.deepEqual(lossesOf(summary, directory, { createsOptions: true }), [
    unread,
    { kind: 'fieldUnknown', count: 1, examples: ['Reviewer: Nobody'] },
  ])
})

test('a label keeps its colour of Trello; another word always gets the same one', () => {
  assert.equal(stickerColor('green_dark'), stickerColor('green'))
  assert.equal(stickerColor('Client'), stickerColor('Client'))
  for (const word of ['', 'constructor', '__proto__', '🗺']) assert.match(stickerColor(word), /^#[0-9a-f]{6}$/)
})

test('what is too long is cut with an ellipsis, never through the middle of a sign', () => {
  assert.equal(cut('abc', 3), 'abc')
  assert.equal(cut('abcd', 3), 'ab…')
  assert.equal(cut('a🗺🗺', 3), 'a…')
})

test('what is exported as a table is imported as it was', () => {
  const sticker = { id: 1, projectId: null, name: 'Client', color: '#ff0000', icon: null }
  const exported = task(1, {
    title: '- “Quotes”, and commas',
    description: 'Two\nlines',
    priorityId: 4,
    assigneeId: 1,
    startDate: '2026-05-01',
    dueDate: '2026-05-31',
    estimateSeconds: 20 * 60,
    stickers: [sticker],
    fields: { 5: [8], 6: 1, 7: 2.5 },
  })
  const boards = [
    { id: 7, name: 'Board', columns: [{ id: 1, title: '=Doing' }] },
  ] as unknown as BoardWithColumns[]
  const fields = [
    { ...customField(5, 'multi_select'), options: [{ id: 8, name: 'High', color: '#ff0000' }] },
    customField(6, 'person'),
    customField(7, 'number'),
    customField(9, 'text'),
  ]
  const lists = { boards, members: [member(1, 'Ada', 'Lovelace')], fields, tasks: [exported], stickers: [] }
  const [headers = [], ...rows] = parseCsv(
    tasksCsv(lists, priorities, new Map([[1, 'after completion: FREQ=WEEKLY;COUNT=3']])),
  )
  assert.deepEqual(headers.slice(-4), ['Field 5', 'Field 6', 'Field 7', 'Field 9'])
  assert.deepEqual(rows[0]?.slice(-4), ['High', '1@example.org', '2.5', ''])
  const plan = planCsv(rows, { ...table, mapping: guessMapping(headers) })
  assert.deepEqual(plan.people, [{ externalId: '1@example.org', name: '1@example.org' }])
  assert.deepEqual(plan.remarks, [])
  assert.deepEqual(plan.tasks, [
    {
      externalId: '1',
      title: '- “Quotes”, and commas',
      column: '=Doing',
      description: 'Two\nlines',
      assignees: ['1@example.org'],
      startDate: '2026-05-01',
      dueDate: '2026-05-31',
      priority: 'urgent',
      estimateSeconds: 20 * 60,
      stickers: ['Client'],
      recurrence: { rule: 'FREQ=WEEKLY;COUNT=3', mode: 'completion' },
      fields: {},
    },
  ])
})

test('any estimate survives an export and an import', () => {
  const mapping = { title: 0, estimate: 1 }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), estimateSeconds => {
      const lists = {
        boards: [],
        members: [],
        stickers: [],
        fields: [],
        tasks: [task(1, { estimateSeconds })],
      }
      const [headers = [], row = []] = parseCsv(tasksCsv(lists, [], new Map()))
      const written = row[headers.indexOf('estimate (hours)')] ?? ''
      const { tasks } = planCsv([['x', written]], { ...table, mapping })
      assert.equal(tasks[0]?.estimateSeconds, estimateSeconds)
    }),
  )
})
