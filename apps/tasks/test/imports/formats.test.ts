import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync, gzipSync } from 'node:zlib'
import { longTest } from '@atrium/testing/long-test'
import fc from 'fast-check'
import { csv, planCsv } from '#imports/formats/csv/csv.ts'
import { detectFormat, importFormats } from '#imports/formats/formats.ts'
import { planTrello, readTrelloBoard } from '#imports/formats/trello.ts'
import { fileText } from '#imports/plan/file-text.ts'
import { guessDoneColumn } from '#imports/plan/plan-summary.ts'
import { fieldNamed, isValid, planFile } from './planned.ts'

const options = { withArchived: true, timeZone: 'UTC', fields: [] }
const table = { isMonthFirst: false, defaultColumn: 'To do', timeZone: 'UTC', fields: [] }
const CYRILLIC_WITHOUT_UTF8 = Buffer.from([0xcd, 0xe0, 0xe7, 0xe2, 0xe0, 0xed, 0xe8, 0xe5, 0x2c, 0x0a])

for (const [name, content, problem] of [
  ['a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), 'notText'],
  ['a ZIP, as a spreadsheet is', Buffer.from('PK\u0003\u0004\u0014\0\0\0xl/workbook.xml'), 'notText'],
  ['an archive', gzipSync('{"lists":[],"cards":[]}'), 'notText'],
  ['a table in windows-1251', CYRILLIC_WITHOUT_UTF8, 'notUtf8'],
  ['noise', deflateSync('abc').fill(0xff, 2), 'notUtf8'],
] as const) {
  test(`${name} is not read as text`, () => {
    assert.throws(() => fileText(Uint8Array.from(content).buffer), { problem })
  })
}

test('UTF-8 and both kinds of UTF-16 that begin with their mark are read', () => {
  const text = 'Название,Статус\nСхема 🗺,Done'
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
  for (const content of [Buffer.from(text), little, Buffer.from(little).swap16()]) {
    assert.equal(fileText(Uint8Array.from(content).buffer), text)
  }
})

test('JSON without lists and cards is no board of Trello', () => {
  for (const content of [null, 1, 'lists', [], {}, { lists: [] }, { lists: {}, cards: {} }, [[[[]]]]]) {
    assert.equal(readTrelloBoard(content), undefined)
  }
})

longTest('whatever a board of Trello is filled with, only what the server takes is planned', () => {
  const odd = fc.constantFrom('a\0\u0007', 'a\n\t\u0085\u2028b', 'a\ud83d', '@[1]'.repeat(4000))
  const anything = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary', maxLength: 700 }), odd)
  const id = fc.oneof({ arbitrary: fc.constant('a'), weight: 4 }, anything)
  const ids = fc.oneof(anything, fc.array(id, { maxLength: 3 }))
  const all = (...fields: string[]) => Object.fromEntries(fields.map(field => [field, anything]))
  const some = (fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc.array(fc.oneof(anything, { arbitrary: fc.record(fields), weight: 4 }), { maxLength: 5 })
  const attachments = some({ ...all('name'), url: fc.oneof(anything, fc.webUrl()) })
  const comment = fc.record({ ...all('text'), card: fc.record({ id }) })
  const fieldValue = fc.record(all('text', 'number', 'date', 'checked'))
  const board = fc.record({
    name: anything,
    lists: some({ id, ...all('name', 'closed', 'pos') }),
    cards: some({
      ...all('name', 'desc', 'due', 'start'),
      ...{ id, idList: id, idLabels: ids, idMembers: ids, attachments },
      ...all('dueComplete', 'dateLastActivity', 'badges', 'cover'),
      customFieldItems: some({ idCustomField: id, idValue: id, value: fieldValue }),
    }),
    customFields: some({ id, ...all('name'), options: some({ id, value: fieldValue }) }),
    labels: some({ id, ...all('name', 'color') }),
    members: some({ id, ...all('fullName') }),
    checklists: some({ idCard: id, ...all('name'), checkItems: some(all('name', 'state', 'pos')) }),
    actions: some({ type: fc.constant('commentCard'), ...all('date', 'memberCreator'), data: comment }),
  })
  fc.assert(
    fc.property(board, content => {
      const read = readTrelloBoard(content)
      assert.ok(read)
      const plan = planTrello(read, options)
      assert.equal(plan.tasks.length + plan.skipped.length, content.cards.length)
      isValid(plan)
    }),
  )
})

test('custom fields, votes and completed cards of Trello are planned, and what cannot be kept is counted', () => {
  const value = (idCustomField: string, rest: object) => ({
    idCustomField,
    idValue: null,
    value: null,
    ...rest,
  })
  const board = {
    lists: [{ id: 'l', name: 'Done' }],
    cards: [
      {
        id: 'a',
        idList: 'l',
        name: 'Lights',
        dueComplete: true,
        dateLastActivity: '2024-03-07T15:30:00.123Z',
        badges: { votes: 4 },
        idMembersVoted: ['m1', 'm1', 'gone'],
        cover: { idAttachment: null, color: 'blue' },
        customFieldItems: [
          value('f1', { value: { number: '2.5' } }),
          value('f2', { idValue: 'o2' }),
          value('f3', { value: { date: '2024-03-08T12:00:00.000Z' } }),
          value('f4', { value: { checked: 'true' } }),
          value('f5', { value: { text: 'Blue' } }),
          value('f9', { value: { text: 'of no field' } }),
        ],
      },
      {
        id: 'b',
        idList: 'l',
        name: 'Paint',
        cover: { idAttachment: null, color: null },
        badges: { votes: 0 },
      },
      {
        id: 'c',
        idList: 'l',
        name: 'Curtains',
        cover: { idAttachment: 'f2', color: null },
        attachments: [
          { id: 'f1', name: 'a.png', url: 'https://trello.com/a.png' },
          { id: 'f2', name: 'b.png', url: 'https://trello.com/b.png' },
        ],
      },
    ],
    members: [{ id: 'm1', fullName: 'Ada' }],
    customFields: [
      { id: 'f1', name: 'Points', type: 'number' },
      {
        id: 'f2',
        name: 'Size',
        type: 'list',
        options: [
          { id: 'o1', value: { text: 'Small' } },
          { id: 'o2', value: { text: 'Large' } },
        ],
      },
      { id: 'f3', name: 'Ordered', type: 'date' },
      { id: 'f4', name: 'Fragile', type: 'checkbox' },
      { id: 'f5', name: 'Color', type: 'text' },
    ],
  }
  const fields = [
    fieldNamed(1, 'Points', 'number'),
    fieldNamed(2, 'Size', 'select'),
    fieldNamed(3, 'Ordered', 'date'),
    fieldNamed(4, 'Fragile', 'checkbox'),
  ]
  const { plan } = planFile('trello', Buffer.from(JSON.stringify(board)), {}, { fields })
  const [lights, paint, curtains] = plan.tasks
  assert.deepEqual(
    curtains?.attachments?.map(({ isCover }) => isCover),
    [undefined, true],
  )
  assert.deepEqual(lights?.fields, { 1: 2.5, 2: 'Large', 3: '2024-03-08', 4: true })
  assert.deepEqual([lights?.completedAt, paint?.completedAt], ['2024-03-07T15:30:00.123Z', null])
  assert.deepEqual(
    plan.remarks.map(({ externalId, kind, example, count }) => [externalId, kind, example, count]),
    [
      ['a', 'voteDropped', 'Lights', 3],
      ['a', 'coverDropped', 'Lights', undefined],
      ['a', 'fieldUnknown', 'Color: Blue', undefined],
    ],
  )
  assert.deepEqual([lights?.voters, paint?.voters], [['m1'], undefined])
  assert.deepEqual(plan.sourceFields?.length, 5)
})

test('cards of wrong types are left out one by one, each with its reason', () => {
  const read = readTrelloBoard({
    lists: [{ id: 'l', name: 7 }, null, 'list', { name: 'No id' }],
    cards: [{ id: 'a', name: 'Good', idList: 'l' }, { name: 5, idList: 'l' }, { name: 'Lost' }, null, [[[]]]],
  })
  assert.ok(read)
  const { tasks, skipped, columns } = planTrello(read, options)
  assert.deepEqual(
    tasks.map(({ title, column }) => [title, column]),
    [['Good', 'l']],
  )
  assert.deepEqual(
    skipped.map(({ reason }) => reason),
    ['noTitle', 'noList', 'noTitle', 'noTitle'],
  )
  assert.deepEqual(columns, [{ externalId: 'l', title: '…' }])
})

test('a label without a name is called by its colour, or just a label when that is no word either', () => {
  const read = readTrelloBoard({
    name: ' \u0000Plans\u0007 ',
    lists: [{ id: 'l', name: 'L' }],
    cards: [{ id: 'c', name: 'C', idList: 'l', idLabels: ['green', 'odd', 'unseen', 'none'] }],
    labels: [
      { id: 'green', color: 'green_dark' },
      { id: 'odd', color: '_dark' },
      { id: 'unseen', name: '\u0000', color: '\u0000' },
      { id: 'none' },
    ],
  })
  assert.ok(read)
  assert.equal(read.name, 'Plans')
  assert.deepEqual(
    planTrello(read, options).stickers.map(({ name }) => name),
    ['Green', 'Label'],
  )
})

test('line breaks and control characters in names and titles become spaces', () => {
  const broken = 'One\ntwo\r\n\tthree\u0000four\u0085five\u2028six\u2029seven'
  const oneLine = 'One two three four five six seven'
  const read = readTrelloBoard({
    name: broken,
    lists: [{ id: 'l', name: broken }],
    labels: [{ id: 's', name: broken }],
    checklists: [{ idCard: 'c', checkItems: [{ name: broken }] }],
    cards: [{ id: 'c', name: broken, desc: 'One\ntwo', idList: 'l', idLabels: ['s'] }],
  })
  assert.ok(read)
  assert.equal(read.name, oneLine)
  const mapping = { title: 0, column: 0, stickers: 0, description: 1 }
  const rows = [[broken, 'One\ntwo']]
  for (const plan of [planTrello(read, options), planCsv(rows, { ...table, mapping })]) {
    const [task] = plan.tasks
    const names = [...plan.columns, ...plan.stickers].map(one => ('title' in one ? one.title : one.name))
    assert.deepEqual([...new Set([...names, task?.title, ...(task?.stickers ?? [])])], [oneLine])
    assert.equal(task?.description, 'One\ntwo', 'a description has lines')
    for (const { title } of task?.checklist ?? []) assert.equal(title, oneLine)
  }
})

test('comments have their author and time; one whose author has no id names them in its text', () => {
  const comment = (id: string, text: string, memberCreator: object, date?: string) => ({
    id,
    type: 'commentCard',
    data: { text, card: { id: 'c' } },
    memberCreator,
    date,
  })
  const read = readTrelloBoard({
    lists: [{ id: 'l', name: 'L' }],
    cards: [{ id: 'c', name: 'C', idList: 'l', idMembers: ['m', 'gone'] }],
    members: [{ id: 'm', fullName: 'Ada Lovelace' }],
    actions: [
      comment('2', 'Second', { id: 'm', fullName: 'Ada' }, '2026-05-06T10:00:00.000Z'),
      comment('1', 'First', { fullName: 'Grace' }, '2026-05-05T10:00:00.000Z'),
      comment('3', 'Third', { id: 'left', fullName: 'Eve' }, 'soon'),
    ],
  })
  assert.ok(read)
  const { tasks, people } = planTrello(read, options)
  assert.deepEqual(people, [
    { externalId: 'm', name: 'Ada Lovelace' },
    { externalId: 'left', name: 'Eve' },
  ])
  assert.deepEqual(tasks[0]?.assignees, ['m'])
  assert.deepEqual(
    tasks[0]?.comments?.map(({ author, at, text }) => [author, at, text]),
    [
      [null, '2026-05-05T10:00:00.000Z', 'Grace:\n\nFirst'],
      ['m', '2026-05-06T10:00:00.000Z', 'Second'],
      ['left', null, 'Third'],
    ],
  )
})

test('cards with the same id or none, and lists with the same title, are kept apart or together', () => {
  const read = readTrelloBoard({
    lists: [
      { id: 'l', name: 'Ideas' },
      { id: 'm', name: 'Ideas' },
    ],
    cards: [
      { id: '5f5f5f5f0123456789abcdef', name: 'A', idList: 'l' },
      { id: '5f5f5f5f0123456789abcdef', name: 'B', idList: 'm' },
      { name: 'C', idList: 'l' },
    ],
  })
  assert.ok(read)
  const plan = planTrello(read, options)
  assert.deepEqual(
    plan.tasks.map(({ externalId, column }) => [externalId, column]),
    [
      ['5f5f5f5f0123456789abcdef', 'l'],
      ['#2', 'l'],
      ['#3', 'l'],
    ],
  )
  assert.equal(plan.tasks[0]?.createdAt, '2020-09-14T12:17:35.000Z')
  isValid(plan)
})

longTest('a hundred thousand cards are planned', () => {
  const cards = Array.from({ length: 100_000 }, (_, pos) => ({
    id: `${pos}`,
    name: `${pos}`,
    idList: 'l',
    pos,
  }))
  const read = readTrelloBoard({ lists: [{ id: 'l', name: 'L' }], cards })
  assert.equal(read && planTrello(read, options).tasks.length, 100_000)
})

test('a table with unseen signs, impossible days and stickers of odd names is planned', () => {
  const mapping = { title: 0, dueDate: 1, estimate: 2, stickers: 3 }
  const rows = [
    ['a\u0000b\u0007\ud83d', '0000-01-01', '9999999999', 'constructor;__proto__;toString'],
    ['\u0000', '', '', ''],
    [`${'x'.repeat(498)}🗺🗺`, '31/02/2026', '1h', ''],
  ]
  const plan = planCsv(rows, { ...table, mapping })
  isValid(plan)
  assert.deepEqual(
    plan.remarks.map(({ externalId, kind }) => [externalId, kind]),
    [
      ['1', 'dueDateUnread'],
      ['1', 'estimateUnread'],
      ['3', 'titleCut'],
      ['3', 'dueDateUnread'],
    ],
  )
  assert.equal(plan.skipped.length, 1)
  for (const { color } of plan.stickers) assert.match(color, /^#[0-9a-f]{6}$/)
})

test('whatever a table is filled with, only what the server takes is planned', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 700 }),
    fc.constantFrom('a\0b', "'=1", '31.02.2026', '1h', 'FREQ=DAILY', 'a\ud83d', '@[1]', 'x;y|z,', 'да'),
  )
  const types = ['text', 'number', 'date', 'checkbox', 'select', 'multi_select', 'person', 'url'] as const
  const fields = types.map((type, index) => ({
    id: index + 1,
    name: `Field ${index}`,
    type,
    index: index + 10,
  }))
  const mapping = {
    ...{ title: 0, column: 1, description: 2, assignee: 3, startDate: 4 },
    ...{ dueDate: 5, priority: 6, estimate: 7, stickers: 8, repeat: 9 },
  }
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 18 }), { maxLength: 5 }), rows => {
      isValid(planCsv(rows, { ...table, mapping, fields }))
    }),
  )
})

test('every format has a name of its own, and the first that knows a file reads it', () => {
  const ids = importFormats.map(({ id }) => id)
  assert.deepEqual(ids, [...new Set(ids)])
  const formatOf = (text: string) =>
    detectFormat({ name: 'file', bytes: Uint8Array.from(Buffer.from(text)).buffer }).id
  assert.equal(formatOf(' {"lists":[]'), 'trello')
  assert.equal(formatOf('\uFEFF[1'), 'trello')
  assert.equal(formatOf('Title,Status\n'), 'csv')
  assert.equal(formatOf(''), 'csv')
})

test('a file that its format cannot read is refused with what is wrong', () => {
  const read = (text: string) => {
    const file = { name: 'file', bytes: Uint8Array.from(Buffer.from(text)).buffer }
    return detectFormat(file).read(file)
  }
  for (const [text, problem] of [
    ['', 'empty'],
    [' \n', 'empty'],
    ['Title\n', 'empty'],
    ['{"lists":', 'notJson'],
    ['{"lists":[]}', 'notTrello'],
    ['[1]', 'notTrello'],
  ] as const) {
    assert.throws(() => read(text), { problem }, text)
  }
})

test('the options of a table are guessed by its headings and the fields of the project', () => {
  const bytes = Uint8Array.from(Buffer.from('Summary;Points;Title\nOne;2;Three\n')).buffer
  const content = csv.read({ name: 'tasks.csv', bytes })
  const field = { projectId: 1, isRequired: false, defaultValue: null, showsOnCard: false, options: [] }
  const fields = [
    { ...field, id: 7, name: 'POINTS', type: 'number' as const },
    { ...field, id: 8, name: 'title', type: 'text' as const },
  ]
  const guessed = csv.defaults(content, { ...table, fields })
  assert.deepEqual(guessed.mapping, { title: 2 })
  assert.deepEqual(guessed.fields, [{ id: 7, name: 'POINTS', type: 'number', index: 1 }])
  assert.deepEqual(csv.plan(content, guessed).tasks[0]?.fields, { 7: 2 })
})

test('a column is for completed tasks only if its title says so', () => {
  assert.equal(guessDoneColumn(['Ideas', 'Сделано ', 'Done']), 'Сделано ')
  assert.equal(guessDoneColumn(['Ideas', 'Later']), undefined)
})
