import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectFormat } from '#imports/formats/formats.ts'
import { exported, fieldNamed, planFile } from './planned.ts'

const file = exported('wekan.json')
const fields = [
  fieldNamed(1, 'Cost', 'number'),
  fieldNamed(2, 'room', 'select'),
  fieldNamed(3, 'Ordered', 'checkbox'),
  fieldNamed(4, 'Delivery', 'number'),
]

test('a board of WeKan is planned field by field', () => {
  assert.equal(detectFormat({ name: 'board.json', bytes: Uint8Array.from(file).buffer }).id, 'wekan')
  const { plan, name, fileOf } = planFile('wekan', file, {}, { fields })
  assert.equal(name, 'Garden house')
  assert.deepEqual(plan.columns, [
    { externalId: 'ls1', title: 'To do' },
    { externalId: 'ls2', title: 'Doing' },
  ])
  const [card, subtask] = plan.tasks
  assert.deepEqual(card, {
    externalId: 'cd1',
    title: 'Order the beams',
    description: '**Oak**, 3 m',
    column: 'ls2',
    parent: null,
    relations: [],
    assignees: ['uAda', 'uBob'],
    voters: ['uAda'],
    startDate: '2024-03-01',
    dueDate: '2024-03-08',
    createdAt: '2024-02-20T09:00:00.000Z',
    completedAt: '2024-03-07T15:30:00.000Z',
    priority: null,
    cycle: null,
    estimateSeconds: null,
    fields: { 1: 120.5, 2: 'Kitchen', 3: true },
    stickers: ['Wood', 'crimson', 'Outside'],
    checklist: [
      { title: 'Sizes: Length', isDone: true },
      { title: 'Sizes: Width', isDone: false },
      { title: 'Tools: Saw', isDone: false },
    ],
    comments: [
      { externalId: 'cm1', author: 'uBob', at: '2024-03-02T10:00:00.000Z', text: 'Which wood?' },
      { externalId: 'cm2', author: '?', at: '2024-03-05T10:00:00.000Z', text: 'They deliver on Friday' },
    ],
    attachments: [
      { name: 'plan.pdf', url: 'content:at1', isCover: true },
      { name: 'lost.pdf', url: 'content:at2' },
    ],
  })
  assert.equal(Buffer.from(fileOf('content:at1') ?? '').toString(), '%PDF-1.4\n')
  assert.equal(fileOf('content:at2'), undefined)
  assert.deepEqual([subtask?.title, subtask?.parent, subtask?.column], ['Ask for a price', 'cd1', 'ls2'])
  assert.deepEqual(plan.people, [
    { externalId: 'uAda', name: 'Ada Lovelace' },
    { externalId: 'uBob', name: 'bob' },
    { externalId: '?', name: 'Deleted user' },
  ])
  assert.deepEqual(plan.stickers[0], { name: 'Wood', color: '#2f9e44' })
  assert.deepEqual(
    plan.remarks.map(({ kind, example }) => [kind, example]),
    [
      ['timeDropped', '2.5 h'],
      ['voteDropped', 'Order the beams'],
      ['voteDropped', 'Order the beams'],
      ['fieldUnread', 'Delivery: 2024-03-09'],
    ],
  )
  assert.deepEqual(plan.skipped, [
    { title: 'Paint', reason: 'archived' },
    { title: 'Measure', reason: 'archivedList' },
    { title: 'Lost', reason: 'noList' },
  ])
})

test('archived cards and lists of WeKan come along on request, and fields that the project lacks are named', () => {
  const { plan } = planFile('wekan', file, { withArchived: true })
  assert.deepEqual(
    plan.tasks.map(({ title, column }) => [title, column]),
    [
      ['Order the beams', 'ls2'],
      ['Paint', 'ls1'],
      ['Measure', 'ls3'],
      ['Ask for a price', 'ls2'],
    ],
  )
  const unknown = plan.remarks.filter(({ kind }) => kind === 'fieldUnknown')
  assert.deepEqual(
    unknown.map(({ example }) => example),
    ['Cost: 120.5', 'Room: Kitchen', 'Ordered: yes', 'Delivery: 2024-03-09'],
  )
})

test('who has voted in a secret poll of WeKan stays secret', () => {
  const board = JSON.parse(file.toString())
  board.cards.find(({ _id }: { _id: string }) => _id === 'cd1').vote.public = false
  const { plan } = planFile('wekan', Buffer.from(JSON.stringify(board)))
  assert.equal(plan.tasks[0]?.voters, undefined)
  const [lost] = plan.remarks.filter(({ kind }) => kind === 'voteDropped')
  assert.equal(lost?.count, 3)
})

test('of very many comments the oldest are kept, and the loss is named', () => {
  const board = JSON.parse(file.toString())
  board.comments = Array.from({ length: 20_500 }, (_, index) => ({
    _id: `c${index}`,
    cardId: 'cd1',
    userId: 'uBob',
    text: `Comment ${index}`,
    createdAt: new Date(Date.UTC(2024, 0, 1) - index * 1000).toISOString(),
  }))
  const { plan } = planFile('wekan', Buffer.from(JSON.stringify(board)))
  const comments = plan.tasks[0]?.comments ?? []
  assert.deepEqual([comments.length, comments[0]?.text], [20_000, 'Comment 20499'])
  assert.ok(plan.remarks.some(({ kind }) => kind === 'commentCut'))
})

test('other JSON is no board of WeKan', () => {
  for (const text of ['[]', '{"lists":[]}', 'null', '{"lists":{},"cards":{}}']) {
    assert.throws(() => planFile('wekan', Buffer.from(text)), { problem: 'otherFormat' })
  }
})
