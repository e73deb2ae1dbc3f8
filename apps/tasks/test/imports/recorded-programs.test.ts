import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser } from '../team.ts'
import { startImporting } from './import-services.ts'
import { replayKanboard, replayPlanka } from './replayed-programs.ts'

// Imports of what real servers have answered, field by field.

const { services, start, ended, tasksOf } = await startImporting()
const { db } = services.deps
const owner = await createUser(services)
const [ada, boris] = [await createUser(services), await createUser(services)]
for (const [user, email] of [
  [ada, 'ada@demo.example'],
  [boris, 'boris@demo.example'],
] as const) {
  await db.updateTable('users').set({ email, isEmailVerified: true }).where('id', '=', user.id).execute()
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
async function get(url: string): Promise<any> {
  const response = await owner.call('GET', url)
  assert.equal(response.statusCode, 200, `${url}: ${response.body}`)
  return response.json()
}

async function columnsOf(boardId: number | null) {
  const { item } = await get(`/board/${boardId}`)
  return new Map<number, { title: string; isDone: boolean }>(
    item.columns.map((column: { id: number }) => [column.id, column]),
  )
}

const names = (list: { name: string }[]) => list.map(({ name }) => name).sort()

test('a board of Planka, from the address of its server', async () => {
  const { url, asked } = await replayPlanka()
  const job = await ended(owner, await start(owner, { source: 'planka', address: url, token: 'planka-key' }))
  assert.equal(job.status, 'done', JSON.stringify(job.error))
  assert.equal(job.name, 'Office move – Plan')
  const columns = await columnsOf(job.boardId)
  assert.deepEqual(
    [...columns.values()].map(({ title, isDone }) => [title, isDone]),
    [
      ['To do', false],
      ['Doing', false],
      ['Done', true],
    ],
  )
  const tasks = await tasksOf(owner, job.projectId)
  assert.deepEqual([...tasks.keys()].sort(), [
    'Book the lift',
    'Cancel the old lease',
    'Label every cable',
    'Measure the new rooms',
    'Move the plants',
    'Order moving boxes',
  ])
  const titleOf = (title: string) => columns.get(tasks.get(title)?.columnId)?.title
  assert.deepEqual(['Order moving boxes', 'Cancel the old lease', 'Measure the new rooms'].map(titleOf), [
    'To do',
    'Doing',
    'Done',
  ])
  const { item: boxes } = await get(`/task/${tasks.get('Order moving boxes')?.id}`)
  assert.match(
    boxes.description,
    /^Two sizes:\n\n- 40 small\n- 15 large\n\nSee \*\*\[the list\]\(https:\/\/example.org\/boxes\)\*\*/,
  )
  assert.match(boxes.description, /- \[Supplier\]\(<https:\/\/example.org\/boxes>\)$/)
  assert.deepEqual(boxes.assigneeIds, [ada.id, boris.id])
  assert.equal(boxes.dueDate, '2027-02-15')
  assert.equal(boxes.createdAt, '2026-11-17T22:13:22.489Z')
  assert.equal(boxes.completedAt, null)
  assert.deepEqual(names(boxes.stickers), ['Pumpkin orange', 'urgent'])
  const { items: checklist } = await get(`/task/${boxes.id}/checklist`)
  assert.deepEqual(
    checklist.map(({ title, isDone }: { title: string; isDone: boolean }) => [title, isDone]),
    [
      ['Before Friday: Ask three suppliers', true],
      ['Before Friday: Compare prices', false],
      ['Before Friday: Order', false],
      ['Later: Return the rest', false],
    ],
  )
  const { items: comments } = await get(`/task/${boxes.id}/comment`)
  assert.deepEqual(
    comments.map(({ text, authorId, createdAt }: { text: string; authorId: number; createdAt: string }) => [
      text,
      authorId,
      createdAt,
    ]),
    [
      ['Demo:\n\nThe first supplier answered: 4 days.', owner.id, '2026-11-17T22:13:23.034Z'],
      ['@boris could you order them? Thank you!', ada.id, '2026-11-17T22:13:23.212Z'],
    ],
  )
  const { items: attachments } = await get(`/task/${boxes.id}/attachment`)
  assert.deepEqual(
    attachments.map(({ name, type, size }: { name: string; type: string; size: number }) => [
      name,
      type,
      size,
    ]),
    [['boxes.txt', 'text/plain', 18]],
  )
  const content = await owner.call('GET', `/attachment/${attachments[0].id}/content`)
  assert.equal(content.body, '40 small\n15 large\n')
  const { items: fields } = await get(`/project/${job.projectId}/field`)
  assert.deepEqual(
    fields.map(({ name, type }: { name: string; type: string }) => [name, type]),
    [['Budget', 'text']],
  )
  assert.deepEqual(Object.values(boxes.fields), ['350 €'])
  const { item: rooms } = await get(`/task/${tasks.get('Measure the new rooms')?.id}`)
  assert.deepEqual(
    [rooms.description, rooms.completedAt],
    ['| room | m² |\n|---|---|\n| north | 24 |\n| south | 31 |', '2026-11-17T22:13:22.555Z'],
  )
  assert.deepEqual(tasks.get('Label every cable')?.assigneeIds, [boris.id])
  assert.deepEqual(
    job.losses.map(({ kind, count, example }) => [kind, count, example]),
    [['timeDropped', 1, '1h 30m']],
  )
  assert.deepEqual([job.report.created, job.report.commentCount, job.report.fileCount], [6, 2, 1])
  assert.ok(asked.every(({ path }) => !path.endsWith('/actions')))

  const again = { source: 'planka', address: url, token: 'planka-key', projectId: job.projectId }
  const { report } = await ended(owner, await start(owner, again))
  assert.deepEqual([report.created, report.known], [0, 6])
  assert.equal((await get(`/task/${boxes.id}/attachment`)).items.length, 1)
})

test('a project of Kanboard, from the address of its server', async () => {
  const { url } = await replayKanboard()
  const job = await ended(
    owner,
    await start(owner, { source: 'kanboard', address: url, token: 'kanboard-key' }),
  )
  assert.equal(job.status, 'done', JSON.stringify(job.error))
  assert.equal(job.name, 'Office move')
  const columns = await columnsOf(job.boardId)
  assert.deepEqual(
    [...columns.values()].map(({ title, isDone }) => [title, isDone]),
    [
      ['Backlog', false],
      ['Ready', false],
      ['Work in progress', false],
      ['Done', false],
      ['Closed', true],
    ],
  )
  const tasks = await tasksOf(owner, job.projectId)
  assert.equal(tasks.size, 6)
  const titleOf = (title: string) => columns.get(tasks.get(title)?.columnId)?.title
  assert.deepEqual(
    [
      'Order moving boxes',
      'Cancel the old lease',
      'Measure the new rooms',
      'Label every cable',
      'Move the plants',
      'Book the lift',
    ].map(titleOf),
    ['Backlog', 'Ready', 'Work in progress', 'Done', 'Backlog', 'Closed'],
  )
  const { item: boxes } = await get(`/task/${tasks.get('Order moving boxes')?.id}`)
  assert.equal(boxes.description, 'Two sizes:\n\n- 40 small\n- 15 large')
  assert.deepEqual(boxes.assigneeIds, [boris.id])
  assert.deepEqual([boxes.dueDate, boxes.estimateSeconds], ['2027-02-15', 7200])
  assert.equal(boxes.createdAt, new Date(1794953633 * 1000).toISOString())
  assert.deepEqual(names(boxes.stickers), ['Furniture', 'supplier', 'urgent'])
  const { items: checklist } = await get(`/task/${boxes.id}/checklist`)
  assert.deepEqual(
    checklist.map(({ title, isDone }: { title: string; isDone: boolean }) => [title, isDone]),
    [
      ['Ask three suppliers', true],
      ['Compare prices', false],
    ],
  )
  const { items: comments } = await get(`/task/${boxes.id}/comment`)
  assert.deepEqual(
    comments.map(({ text, authorId }: { text: string; authorId: number }) => [text, authorId]),
    [['The first supplier answered: 4 days.', ada.id]],
  )
  const { item: relations } = await get(`/task/${boxes.id}/relation`)
  assert.deepEqual(
    relations.blocks.map(({ task }: { task: { title: string } }) => task.title),
    ['Cancel the old lease'],
  )
  const { items: attachments } = await get(`/task/${boxes.id}/attachment`)
  const content = await owner.call('GET', `/attachment/${attachments[0].id}/content`)
  assert.deepEqual([attachments[0].name, content.body], ['boxes.txt', '40 small\n15 large\n'])
  const lease = tasks.get('Cancel the old lease')
  assert.deepEqual([lease?.startDate, lease?.assigneeIds], ['2027-01-10', [ada.id]])
  assert.deepEqual(names((await get(`/task/${tasks.get('Label every cable')?.id}`)).item.stickers), [
    'Suppliers',
  ])
  assert.equal(tasks.get('Book the lift')?.completedAt, new Date(1794953633 * 1000).toISOString())
  assert.deepEqual(Object.values(tasks.get('Measure the new rooms')?.fields ?? {}), ['INV-7'])
  assert.deepEqual(
    job.losses.map(({ kind, count, example }) => [kind, count, example]),
    [['timeDropped', 1, '1h']],
  )
})
