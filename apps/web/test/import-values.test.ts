import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoardWithColumns } from '@atrium/tasks/boards/board.contract'
import type { Member } from '@atrium/tasks/projects/member.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import fc from 'fast-check'
import Papa from 'papaparse'
import { tasksCsv } from '../src/features/import/export/export-project.ts'
import { guessMapping, planCsv } from '../src/features/import/files/csv.ts'
import { guessFields } from '../src/features/import/files/csv-custom-fields.ts'
import { readDate } from '../src/features/import/files/csv-values.ts'
import { lossesOf } from '../src/features/import/files/import-losses.ts'
import { cut, stickerColor, summarizePlan } from '../src/features/import/files/import-plan.ts'
import { customValues } from '../src/features/import/run/custom-values.ts'
import { createDirectory } from '../src/features/import/run/directory.ts'
import { createImportControl, ImportStopped } from '../src/features/import/run/import-requests.ts'
import { customField, task } from './records.ts'

const readCsv = (text: string) =>
  Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' }).data

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
  const { memberId } = createDirectory(
    [member(1, 'Ada', 'Lovelace'), member(2, 'Eve', 'Viewer', { role: 'viewer' })],
    [],
    [],
  )
  assert.deepEqual([' ADA lovelace ', 'Lovelace Ada', '1@EXAMPLE.org'].map(memberId), [1, 1, 1])
  assert.deepEqual(['Eve Viewer', '2@example.org', 'Ada', ''].map(memberId), Array(4).fill(undefined))
})

test('a name that two people share means neither of them, their addresses do', () => {
  const { memberId } = createDirectory([member(1, 'Ada', 'Lee'), member(2, 'Ada', 'Lee')], [], [])
  assert.deepEqual(['Ada Lee', '1@example.org', '2@example.org'].map(memberId), [undefined, 1, 2])
  const { memberId: ofOne } = createDirectory([member(3, 'Lee', 'Lee')], [], [])
  assert.equal(ofOne('lee lee'), 3)
})

test('priorities are found by their own names and by the words of other programs', () => {
  const { priorityId } = createDirectory([], priorities, [])
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
  const plan = planCsv(rows, { mapping, isMonthFirst: false, defaultColumn: 'To do' })
  const directory = createDirectory([member(1, 'Ada', 'Lovelace')], priorities, [])
  assert.deepEqual(lossesOf(summarizePlan(plan), directory), [
    { remark: 'dueDateUnread', count: 3, examples: ['31.02.2026', 'soon'] },
    { remark: 'assigneeUnknown', count: 2, examples: ['Eve'] },
    { remark: 'priorityUnknown', count: 2, examples: ['P0'] },
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
  const customMapping = guessFields(headers, fields, [0])
  assert.deepEqual(customMapping, { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7 })
  const rows = [
    ['Draw', 'HIGH', 'web; iOS', '1 234,5', '31.05.2026', 'да', 'Eve Viewer', 'https://example.org/x'],
    ['Paint', 'Urgent', '', "'-5", '', 'no', '2@example.org', ''],
    ['Frame', '', '', 'many', 'soon', 'maybe', 'Nobody', 'example.org'],
  ]
  const customFields = fields.slice(0, 7).map(({ id, name, type }, at) => ({ id, name, type, index: at + 1 }))
  const plan = planCsv(rows, {
    mapping: { title: 0 },
    customFields,
    isMonthFirst: false,
    defaultColumn: 'To do',
  })
  const directory = createDirectory([member(2, 'Eve', 'Viewer', { role: 'viewer' })], priorities, [], fields)
  assert.deepEqual(
    plan.tasks.map(one => customValues(one.fields, directory)),
    [
      {
        fields: { 1: 12, 2: [21], 3: 1234.5, 4: '2026-05-31', 5: true, 6: 2, 7: 'https://example.org/x' },
        hasUnknown: true,
      },
      { fields: { 3: -5, 5: false, 6: 2 }, hasUnknown: true },
      { fields: {}, hasUnknown: true },
    ],
  )
  const summary = summarizePlan(plan)
  const unread = { remark: 'fieldUnread', count: 1, examples: ['Design: example.org'] }
  const unknown = ['Platforms: iOS', 'Severity: Urgent', 'Reviewer: Nobody']
  assert.deepEqual(lossesOf(summary, directory), [
    unread,
    { remark: 'fieldUnknown', count: 3, examples: unknown },
  ])
  assert.deepEqual(lossesOf(summary, directory, true), [
    unread,
    { remark: 'fieldUnknown', count: 1, examples: ['Reviewer: Nobody'] },
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
  const [headers = [], ...rows] = readCsv(
    tasksCsv(lists, priorities, new Map([[1, 'after completion: FREQ=WEEKLY;COUNT=3']])),
  )
  assert.deepEqual(headers.slice(-4), ['Field 5', 'Field 6', 'Field 7', 'Field 9'])
  assert.deepEqual(rows[0]?.slice(-4), ['High', '1@example.org', '2.5', ''])
  const options = { mapping: guessMapping(headers), isMonthFirst: false, defaultColumn: 'To do' }
  assert.deepEqual(planCsv(rows, options).tasks, [
    {
      title: '- “Quotes”, and commas',
      column: '=Doing',
      description: 'Two\nlines',
      assignee: '1@example.org',
      startDate: '2026-05-01',
      dueDate: '2026-05-31',
      priority: 'urgent',
      estimateSeconds: 20 * 60,
      stickers: ['Client'],
      checklist: [],
      comments: [],
      repeats: { rule: 'FREQ=WEEKLY;COUNT=3', mode: 'completion' },
      remarks: [],
      unread: {},
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
      const [headers = [], row = []] = readCsv(tasksCsv(lists, [], new Map()))
      const written = row[headers.indexOf('estimate (hours)')] ?? ''
      const { tasks } = planCsv([['x', written]], { mapping, isMonthFirst: false, defaultColumn: '' })
      assert.equal(tasks[0]?.estimateSeconds, estimateSeconds)
    }),
  )
})

test('four requests of an import run at once, the others wait in their order', async () => {
  const control = createImportControl(() => {})
  const started: number[] = []
  const finish: (() => void)[] = []
  const work = (id: number) =>
    control.inTurn(
      () =>
        new Promise<void>(resolve => {
          started.push(id)
          finish.push(resolve)
        }),
    )
  const all = Promise.all([1, 2, 3, 4, 5, 6].map(work))
  await new Promise(setImmediate)
  assert.deepEqual(started, [1, 2, 3, 4])
  finish[2]?.()
  await new Promise(setImmediate)
  assert.deepEqual(started, [1, 2, 3, 4, 5])
  while (started.length < 6 || finish.length > 0) {
    finish.shift()?.()
    await new Promise(setImmediate)
  }
  await all
})

test('an import that is paused waits until it goes on, and one that is stopped ends', async () => {
  const control = createImportControl(() => {})
  control.pause()
  let isOn = false
  const waiting = control.untilMayGoOn().then(() => {
    isOn = true
  })
  await new Promise(setImmediate)
  assert.equal(isOn, false)
  control.resume()
  await waiting
  control.pause()
  const stopped = assert.rejects(control.untilMayGoOn(), ImportStopped)
  control.stop()
  await stopped
  await control.sleep(60_000)
})
