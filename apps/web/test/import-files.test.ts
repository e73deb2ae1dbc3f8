import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { planCsv } from '../src/features/import/files/csv.ts'
import {
  fileText,
  guessDoneColumn,
  type ImportPlan,
  longest,
} from '../src/features/import/files/import-plan.ts'
import { sha256 } from '../src/features/import/files/sha256.ts'
import { planTrello, readTrelloBoard } from '../src/features/import/files/trello.ts'

const options = { withArchived: true, byline: 'By {{name}} on {{date}}', attachments: 'Attachments:' }
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

test('whatever a board of Trello is filled with, only what the server takes is planned', () => {
  const odd = fc.constantFrom('a\0\u0007', 'a\n\t\u0085\u2028b', 'a\ud83d', '@[1]'.repeat(4000))
  const anything = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary', maxLength: 700 }), odd)
  const id = fc.oneof({ arbitrary: fc.constant('a'), weight: 4 }, anything)
  const ids = fc.oneof(anything, fc.array(id, { maxLength: 3 }))
  const all = (...fields: string[]) => Object.fromEntries(fields.map(field => [field, anything]))
  const some = (fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc.array(fc.oneof(anything, { arbitrary: fc.record(fields), weight: 4 }), { maxLength: 5 })
  const attachments = some({ ...all('name'), url: fc.oneof(anything, fc.webUrl()) })
  const comment = fc.record({ ...all('text'), card: fc.record({ id }) })
  const board = fc.record({
    name: anything,
    lists: some({ id, ...all('name', 'closed', 'pos') }),
    cards: some({
      ...all('name', 'desc', 'due', 'start'),
      ...{ id, idList: id, idLabels: ids, idMembers: ids, attachments },
    }),
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
      isFitForServer(plan)
    }),
  )
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
    [['Good', '…']],
  )
  assert.deepEqual(
    skipped.map(({ reason }) => reason),
    ['noTitle', 'noList', 'noTitle', 'noTitle'],
  )
  assert.deepEqual(columns, ['…'])
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
  for (const plan of [
    planTrello(read, options),
    planCsv(rows, { mapping, isMonthFirst: false, defaultColumn: '' }),
  ]) {
    const [task] = plan.tasks
    const names = [...plan.columns, ...plan.stickers.map(({ name }) => name), task?.title, task?.column]
    assert.deepEqual([...new Set([...names, ...(task?.stickers ?? [])])], [oneLine])
    assert.equal(task?.description, 'One\ntwo', 'a description has lines')
    for (const { title } of task?.checklist ?? []) assert.equal(title, oneLine)
  }
})

test('an imported comment mentions none of our users, neither in its text nor in the name of its author', () => {
  const read = readTrelloBoard({
    lists: [{ id: 'l', name: 'L' }],
    cards: [{ id: 'c', name: 'C', idList: 'l' }],
    actions: [
      {
        type: 'commentCard',
        data: { text: 'Look @[1]', card: { id: 'c' } },
        memberCreator: { fullName: '@[2]' },
      },
    ],
  })
  const [task] = read ? planTrello(read, options).tasks : []
  assert.deepEqual(task?.comments, ['By @ [2] on ?:\n\nLook @ [1]'])
})

test('a hundred thousand cards are planned', () => {
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
  const plan = planCsv(rows, { mapping, isMonthFirst: false, defaultColumn: 'To do' })
  isFitForServer(plan)
  assert.deepEqual(
    plan.tasks.map(({ title, remarks }) => [title.slice(0, 3), remarks]),
    [
      ['a b', ['dueDateUnread', 'estimateUnread']],
      ['xxx', ['titleCut', 'dueDateUnread']],
    ],
  )
  assert.equal(plan.skipped.length, 1)
  for (const { color } of plan.stickers) assert.match(color, /^#[0-9a-f]{6}$/)
})

function isFitForServer({ tasks, columns, stickers }: ImportPlan) {
  const isText = (text: string, length: number) => {
    assert.ok(text.trim().length > 0 && text.length <= length && text.isWellFormed(), JSON.stringify(text))
    assert.doesNotMatch(text, /\0/)
  }
  const isName = (text: string, length: number) => {
    isText(text, length)
    assert.doesNotMatch(text, /[\p{Cc}\u2028\u2029]/u)
  }
  for (const column of columns) isName(column, longest.column)
  for (const { name } of stickers) isName(name, longest.sticker)
  for (const task of tasks) {
    isName(task.title, longest.title)
    if (task.description !== null) isText(task.description, longest.description)
    for (const text of task.comments) isText(text, longest.comment)
    for (const { title } of task.checklist) isName(title, longest.item)
    for (const day of [task.startDate, task.dueDate]) assert.match(day ?? '2026-01-01', /^\d{4}-\d\d-\d\d$/)
  }
}

test('a column is for completed tasks only if its title says so', () => {
  assert.equal(guessDoneColumn(['Ideas', 'Сделано ', 'Done']), 'Сделано ')
  assert.equal(guessDoneColumn(['Ideas', 'Later']), undefined)
})

test('without the cryptography of the browser, a file has the same digest', () => {
  const digests = fc.property(fc.uint8Array({ maxLength: 300 }), content => {
    const expected = createHash('sha256').update(content).digest()
    assert.deepEqual(Buffer.from(sha256(content.slice().buffer)), expected)
  })
  fc.assert(digests)
})
