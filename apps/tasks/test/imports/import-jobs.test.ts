import assert from 'node:assert/strict'
import { test } from 'node:test'
import { png, sendForm } from '@atrium/testing/forms'
import { longTest } from '@atrium/testing/long-test'
import type { Actor } from '#administration/actor.ts'
import { startImport } from '#imports/jobs/import-job.commands.ts'
import type { ImportNote } from '#imports/jobs/import-job.contract.ts'
import { runImport } from '#imports/jobs/run-import.ts'
import { createTeam, createUser } from '../team.ts'
import { answeringServer } from './answering-server.ts'
import { startImporting } from './import-services.ts'
import { exported } from './planned.ts'

const { services, start, upload, read, ended, tasksOf } = await startImporting()
const { db } = services.deps
const { owner, manager, member, viewer, stranger, project } = await createTeam(services)

const commentsOf = (length: number) =>
  Array.from({ length }, (_, index) => ({
    id: `c${index}`,
    type: 'commentCard',
    date: new Date(1.7e12 + index * 1000).toISOString(),
    data: { text: `Comment ${index}`, card: { id: 'card1' } },
    memberCreator: { id: 'm1', fullName: 'Ada Example' },
  }))

const board = {
  name: 'House',
  lists: [
    { id: 'l1', name: 'To do', pos: 1 },
    { id: 'l2', name: 'Done', pos: 2 },
    { id: 'l3', name: 'Old', pos: 3, closed: true },
  ],
  cards: [
    {
      id: 'card1',
      name: 'Paint',
      idList: 'l1',
      pos: 1,
      desc: 'Blue',
      idMembers: ['m1', 'm2'],
      idLabels: ['b1'],
    },
    { id: 'card2', name: 'Sweep', idList: 'l2', pos: 2, idMembers: ['m2'] },
    { id: 'card3', name: 'Archived', idList: 'l3', pos: 3 },
  ],
  labels: [{ id: 'b1', name: 'Urgent', color: 'red' }],
  members: [
    { id: 'm1', fullName: 'Ada Example' },
    { id: 'm2', fullName: 'Boris Example' },
  ],
  checklists: [],
  actions: commentsOf(3),
}
const fileOf = (content: object) => ({
  name: 'house.json',
  type: 'application/json',
  content: JSON.stringify(content),
})
const file = fileOf(board)

test('a file becomes a project: columns, people as mapped, every comment, and what was left out is counted', async () => {
  const people = JSON.stringify([{ externalId: 'm1', userId: member.id }])
  const long = fileOf({ ...board, actions: commentsOf(1100) })
  const started = await upload(owner, { source: 'trello', file: long, people })
  assert.equal(started.status, 'waiting')
  const job = await ended(owner, started)
  assert.equal(job.status, 'done', JSON.stringify(job.error))
  assert.deepEqual([job.name, job.progress.done, job.progress.total], ['House', 2, 2])
  const { created, known, commentCount, skipped, people: found, columns } = job.report
  assert.deepEqual([created, known, commentCount], [2, 0, 1100])
  assert.deepEqual(skipped, [{ reason: 'archivedList', count: 1 }])
  assert.deepEqual(
    found.map(({ externalId, userId, taskCount }) => [externalId, userId, taskCount]),
    [
      ['m1', member.id, 1],
      ['m2', null, 2],
    ],
  )
  assert.deepEqual(
    columns.map(({ title, isDone }) => [title, isDone]),
    [
      ['To do', false],
      ['Done', true],
    ],
  )
  assert.deepEqual(
    job.losses.map(({ kind, count, text }) => [kind, count, text]),
    [['assigneeUnknown', 2, 'Assignee is not a project member']],
  )
  const tasks = await tasksOf(member, job.projectId)
  assert.deepEqual([tasks.get('Paint')?.assigneeIds, tasks.get('Paint')?.commentCount], [[member.id], 1100])
  assert.ok(tasks.get('Sweep')?.completedAt)
  const stored = await db
    .selectFrom('importJobs')
    .where('id', '=', job.id)
    .selectAll()
    .executeTakeFirstOrThrow()
  assert.deepEqual([stored.contentKey, stored.sealedToken, stored.runner], [null, null, null])
  const notified = await db
    .selectFrom('notifications')
    .where('projectId', '=', job.projectId)
    .selectAll()
    .execute()
  assert.deepEqual(notified, [])
})

longTest(
  'the same file adds nothing to a project twice, and an import can be taken back and repeated',
  async () => {
    const projectId = String(project.id)
    const first = await ended(owner, await upload(owner, { source: 'trello', file, projectId }))
    assert.equal(first.report.created, 2)
    const second = await ended(owner, await upload(owner, { source: 'trello', file, projectId }))
    assert.deepEqual([second.report.created, second.report.known, second.boardId], [0, 2, first.boardId])
    const tasks = await tasksOf(owner, project.id)
    assert.deepEqual([tasks.size, tasks.get('Paint')?.commentCount], [2, 3])

    assert.equal((await stranger.call('DELETE', `/import/${first.id}`)).statusCode, 404)
    const takenBack = await owner.call('DELETE', `/import/${first.id}`)
    assert.equal(takenBack.statusCode, 200, takenBack.body)
    assert.equal((await owner.call('GET', `/import/${first.id}`)).statusCode, 404)
    assert.equal((await tasksOf(owner, project.id)).size, 0)
    assert.equal((await owner.call('GET', `/board/${first.boardId}`)).statusCode, 410)
    const third = await ended(owner, await upload(owner, { source: 'trello', file, projectId }))
    assert.equal(third.report.created, 2)
  },
)

test('a project that an import has created is archived with it, within a day only', async () => {
  const job = await ended(owner, await upload(owner, { source: 'trello', file, name: 'Own name' }))
  const { item } = (await owner.call('GET', `/project/${job.projectId}`)).json()
  assert.equal(item.name, 'Own name')
  await db
    .updateTable('importJobs')
    .set({ finishedAt: '2026-01-01T00:00:00Z' })
    .where('id', '=', job.id)
    .execute()
  const late = await owner.call('DELETE', `/import/${job.id}`)
  assert.equal(late.json().error.details.reason, 'import_too_old')
  await db
    .updateTable('importJobs')
    .set({ finishedAt: services.deps.now().toISOString() })
    .where('id', '=', job.id)
    .execute()
  assert.equal((await owner.call('DELETE', `/import/${job.id}`)).statusCode, 200)
  const { item: archived } = (await owner.call('GET', `/project/${job.projectId}`)).json()
  assert.ok(archived.archivedAt)
})

test('a dry run counts without writing; then it is started with people and columns', async () => {
  const projectsBefore = (await owner.call('GET', '/project')).json()._meta.total
  const dry = await ended(owner, await upload(owner, { source: 'trello', file, dryRun: 'true' }))
  assert.deepEqual([dry.status, dry.projectId, dry.report.taskCount], ['done', null, 2])
  assert.deepEqual(
    dry.losses.map(({ kind, count }) => [kind, count]),
    [['assigneeUnknown', 3]],
  )
  assert.equal((await owner.call('GET', '/project')).json()._meta.total, projectsBefore)
  const begin = (caller: typeof owner) =>
    caller.call('POST', `/import/${dry.id}/start`, {
      people: [
        { externalId: 'm1', userId: member.id },
        { externalId: 'm2', userId: viewer.id },
      ],
      columns: [{ externalId: 'l2', title: 'Finished', isDone: false }],
      withArchived: true,
    })
  assert.equal((await begin(stranger)).statusCode, 404)
  const begun = await begin(owner)
  assert.equal(begun.statusCode, 200, begun.body)
  const job = await ended(owner, dry)
  assert.deepEqual(
    [job.report.created, job.losses.map(({ kind }) => kind)],
    [3, ['archiveDropped']],
    'without a done column, what was archived stays open',
  )
  const tasks = await tasksOf(owner, job.projectId)
  assert.deepEqual(tasks.get('Paint')?.assigneeIds, [member.id, viewer.id])
  assert.equal(tasks.get('Sweep')?.completedAt, null)
  assert.equal((await begin(owner)).json().error.details.reason, 'import_not_ready')
})

test('a CSV file is read with the columns that were chosen, and what is archived goes to the archive', async () => {
  const field = { name: 'Size', type: 'number' }
  const { item: size } = (await owner.call('POST', `/project/${project.id}/field`, field)).json()
  const content = 'A,B,C,D,E\nOld,Ideas,12/31/2026,yes,3\nNew,Ideas,soon,,x\nKept,Closed,,,\n,Ideas,,,\n'
  const table = { name: 'table.csv', type: 'text/csv', content }
  const options = {
    mapping: { title: 0, column: 1, dueDate: 2, archived: 3 },
    fields: [{ id: size.id, index: 4 }],
    isMonthFirst: true,
  }
  const parts = { source: 'csv', file: table, projectId: String(project.id), name: 'Table' }
  const started = await upload(owner, { ...parts, options: JSON.stringify(options) })
  const job = await ended(owner, started)
  assert.deepEqual([job.status, job.report.created], ['done', 3], JSON.stringify(job.error))
  const tasks = await tasksOf(owner, project.id)
  const { items } = (await owner.call('GET', `/task?projectId=${project.id}&archived=true&limit=100`)).json()
  const [old] = items.filter(({ title }: { title: string }) => title === 'Old')
  assert.deepEqual([old.dueDate, old.fields], ['2026-12-31', { [size.id]: 3 }])
  assert.ok(old.archivedAt && old.completedAt)
  assert.equal(old.columnId, tasks.get('Kept')?.columnId, 'the column that completes tasks')
  const notes = (await owner.call('GET', `/import/${job.id}/note`)).json()
  assert.deepEqual(
    notes.items.map((note: ImportNote) => [note.title, note.reason, note.losses.map(({ kind }) => kind)]),
    [
      ['Ideas', 'noTitle', []],
      ['New', null, ['fieldUnread', 'dueDateUnread']],
    ],
  )
  assert.equal(notes.items[1].taskId, tasks.get('New')?.id)
  assert.equal((await stranger.call('GET', `/import/${job.id}/note`)).statusCode, 404)
  assert.equal((await owner.call('DELETE', `/import/${job.id}`)).statusCode, 200)
})

test('who cannot create projects can import to those they manage', async () => {
  await db.deleteFrom('userRoles').where('userId', '=', manager.id).execute()
  const actor = {
    ...((await services.deps.absentUsers.find(manager.id)) as Actor),
    permissions: new Set<string>(),
  }
  const { url } = await answeringServer(() => ({ status: 401 }))
  const request = { source: 'planka' as const, address: `${url}/boards/7`, token: 'wrong', dryRun: true }
  const begin = (projectId?: number) =>
    startImport(services.deps, actor, { ...request, ...(projectId && { projectId }) }, 'en')
  await assert.rejects(begin(), { code: 'permission_required' })
  const job = await ended(manager, await begin(project.id))
  assert.equal(job.error?.code, 'import_token_refused')
})

test('fields of another program go to the fields that were chosen', async () => {
  const wekan = {
    _format: 'wekan-board-1.0.0',
    title: 'Fields',
    lists: [{ _id: 'l', title: 'List' }],
    customFields: [
      { _id: 'f1', name: 'Code', type: 'text' },
      { _id: 'f2', name: 'Other', type: 'text' },
    ],
    cards: [
      {
        _id: 'c',
        title: 'With fields',
        listId: 'l',
        customFields: [
          { _id: 'f1', value: 'A1' },
          { _id: 'f2', value: 'B2' },
        ],
      },
    ],
  }
  const named = { name: 'Serial', type: 'text' }
  const { item: serial } = (await owner.call('POST', `/project/${project.id}/field`, named)).json()
  const fields = JSON.stringify([
    { name: 'Code', fieldId: serial.id },
    { name: 'Other', fieldId: null },
  ])
  const parts = { source: 'wekan', file: fileOf(wekan), projectId: String(project.id), fields }
  const job = await ended(owner, await upload(owner, parts))
  assert.deepEqual([job.status, job.losses], ['done', []], JSON.stringify(job.error))
  assert.deepEqual(job.report.fields, [
    { name: 'Code', fieldId: serial.id, taskCount: 1 },
    { name: 'Other', fieldId: null, taskCount: 1 },
  ])
  const tasks = await tasksOf(owner, project.id)
  assert.deepEqual(tasks.get('With fields')?.fields, { [serial.id]: 'A1' })
  const unknown = JSON.stringify([{ name: 'Code', fieldId: 999_999_999 }])
  const refused = await sendForm(services, owner.token, '/import', { ...parts, fields: unknown })
  assert.match(refused.body, /does_not_exist/)
})

test('covers are covers as soon as their files are there; one without a usable file is lost', async () => {
  const card = (title: string, coverId: string) => ({ _id: title, title, listId: 'l', coverId })
  const file = (_id: string, cardId: string, content?: Buffer) => ({
    ...{ _id, cardId, name: `${_id}.png` },
    ...(content && { file: content.toString('base64') }),
  })
  const wekan = {
    _format: 'wekan-board-1.0.0',
    title: 'Covers',
    lists: [{ _id: 'l', title: 'List' }],
    cards: [
      card('Shown', 'f2'),
      card('No image', 'f3'),
      card('Not in the export', 'f4'),
      card('Of nothing', 'f5'),
      card('Plain', ''),
    ],
    attachments: [
      file('f1', 'Shown', png),
      file('f2', 'Shown', png),
      file('f3', 'No image', Buffer.from('a text')),
      file('f4', 'Not in the export'),
      file('f6', 'Plain', png),
    ],
  }
  const job = await ended(owner, await upload(owner, { source: 'wekan', file: fileOf(wekan) }))
  assert.equal(job.status, 'done', JSON.stringify(job.error))
  assert.deepEqual(job.losses.map(({ kind, count }) => [kind, count]).sort(), [
    ['attachmentDropped', 1],
    ['coverDropped', 3],
  ])
  const tasks = await tasksOf(owner, job.projectId)
  const { items } = (await owner.call('GET', `/task/${tasks.get('Shown')?.id}/attachment`)).json()
  const [, second] = items as { id: number; name: string }[]
  assert.equal(second?.name, 'f2.png')
  assert.equal(tasks.get('Shown')?.coverId, second?.id)
  for (const title of ['No image', 'Not in the export', 'Of nothing', 'Plain'])
    assert.equal(tasks.get(title)?.coverId, null, title)
  const headers = { authorization: `Bearer ${owner.token}` }
  const archive = await services.app.inject({ url: `/project/${job.projectId}/export`, headers })
  const back = { name: 'covers.tar.gz', type: 'application/gzip', content: archive.rawPayload }
  const again = await ended(owner, await upload(owner, { source: 'atrium', file: back }))
  assert.equal(again.status, 'done', JSON.stringify(again.error))
})

test('milestones of issues become cycles of the new project, with their dates', async () => {
  const content = exported('github.json')
  const issues = { name: 'issues.json', type: 'application/json', content }
  const job = await ended(owner, await upload(owner, { source: 'github', file: issues }))
  const { created, cycleCount } = job.report
  assert.deepEqual([job.status, created, cycleCount], ['done', 2, 1], JSON.stringify(job.error))
  const [spring, ...others] = (await owner.call('GET', `/project/${job.projectId}/cycle`)).json().items
  assert.deepEqual(
    [spring.name, spring.endDate, spring.goal, spring.finishedAt, spring.taskTotal, others],
    ['Spring', '2024-05-01', 'Beams', '2024-05-02T10:00:00.000Z', 1, []],
  )
})

test('the export of a project comes back through the same door, and can be taken back', async () => {
  const headers = { authorization: `Bearer ${owner.token}` }
  const exported = await services.app.inject({ url: `/project/${project.id}/export`, headers })
  const archive = { name: 'project.tar.gz', type: 'application/gzip', content: exported.rawPayload }
  const parts = { source: 'atrium', file: archive }
  const refused = await sendForm(services, owner.token, '/import', {
    ...parts,
    projectId: String(project.id),
  })
  assert.match(refused.body, /import_creates_project/)
  const job = await ended(owner, await upload(owner, parts))
  assert.equal(job.status, 'done', JSON.stringify(job.error))
  assert.notEqual(job.projectId, project.id)
  const titles = async (id: number | null) => [...(await tasksOf(owner, id)).keys()].toSorted()
  assert.deepEqual(await titles(job.projectId), await titles(project.id))
  assert.equal(job.report.created, job.report.taskCount)
  assert.equal((await owner.call('DELETE', `/import/${job.id}`)).statusCode, 200)
  assert.ok((await owner.call('GET', `/project/${job.projectId}`)).json().item.archivedAt)
  const damaged = await ended(owner, await upload(owner, { source: 'atrium', file }))
  assert.deepEqual([damaged.status, damaged.projectId], ['failed', null])
})

test('requests are checked: rights, people, files and addresses', async () => {
  const codes = async (parts: Record<string, string | typeof file>, caller = owner) => {
    const response = await sendForm(services, caller.token, '/import', parts)
    return { status: response.statusCode, codes: response.json().error?.details?.codes, body: response.body }
  }
  assert.equal((await codes({ source: 'trello', file, projectId: String(project.id) }, viewer)).status, 403)
  assert.equal((await codes({ source: 'trello', file, projectId: String(project.id) }, stranger)).status, 403)
  assert.match((await codes({ source: 'trello' })).body, /import_file_or_address/)
  assert.match((await codes({ source: 'trello', file, people: '[{"a":1}]' })).body, /import_mapping_invalid/)
  const unknown = JSON.stringify([{ externalId: 'm1', userId: 999_999_999 }])
  assert.match((await codes({ source: 'trello', file, people: unknown })).body, /does_not_exist/)
  const guarded = { source: 'planka', address: 'http://10.0.0.1/boards/1', token: 't' }
  const refused = await owner.call('POST', '/import', guarded)
  assert.deepEqual([refused.statusCode, /outbound_address_refused/.test(refused.body)], [422, true])
  const withoutToken = await owner.call('POST', '/import', {
    source: 'github',
    address: 'https://github.com/a/b',
  })
  assert.equal(withoutToken.statusCode, 422)
  const wrong = await ended(owner, await upload(owner, { source: 'plane', file }))
  assert.deepEqual([wrong.status, wrong.error?.code], ['failed', 'import_file_of_other_program'])
  assert.equal(wrong.error?.message, 'The file isn’t an export of this program')
})

test('a token is stored sealed, never answered, and deleted when the import ends', async () => {
  let isBusy = true
  const { url, asked } = await answeringServer(() =>
    isBusy ? { status: 503, headers: { 'retry-after': '1' } } : { status: 401 },
  )
  const started = await start(owner, {
    source: 'planka',
    address: `${url}/boards/7`,
    token: 'top-secret-token',
  })
  const stored = () =>
    db.selectFrom('importJobs').where('id', '=', started.id).select(['sealedToken']).executeTakeFirstOrThrow()
  const { sealedToken } = await stored()
  assert.ok(sealedToken && !sealedToken.includes('top-secret'))
  isBusy = false
  const job = await ended(owner, started)
  assert.deepEqual([job.status, job.error?.code], ['failed', 'import_token_refused'])
  assert.ok(asked.every(({ headers }) => headers['x-api-key'] === 'top-secret-token'))
  assert.equal((await stored()).sealedToken, null)
  assert.ok(!JSON.stringify(job).includes('top-secret'))
})

test('an import that another process holds is left alone, and one that died goes on', async () => {
  const dry = await ended(owner, await upload(owner, { source: 'trello', file, dryRun: 'true' }))
  const set = (changes: object) =>
    db.updateTable('importJobs').set(changes).where('id', '=', dry.id).execute()
  const inAMinute = new Date(services.deps.now().getTime() + 60_000).toISOString()
  await set({ status: 'running', isDryRun: false, finishedAt: null, runner: 'other', leasedUntil: inAMinute })
  await runImport(services.deps, dry.id)
  assert.equal((await read(owner, dry)).status, 'running')
  await set({ leasedUntil: '2026-01-01T00:00:00Z' })
  await runImport(services.deps, dry.id)
  assert.deepEqual([(await read(owner, dry)).status, (await read(owner, dry)).report.created], ['done', 2])
})

test('an import that a maintenance interrupts before its first part reports what it left out once', async () => {
  const dry = await ended(owner, await upload(owner, { source: 'trello', file, dryRun: 'true' }))
  const open = { status: 'waiting', step: 'reading', isDryRun: false, finishedAt: null }
  await db.updateTable('importJobs').set(open).where('id', '=', dry.id).execute()
  let checksLeft = 1
  const notices = { ...services.deps.notices, allowsBackgroundChanges: () => checksLeft-- > 0 }
  await assert.rejects(runImport({ ...services.deps, notices }, dry.id), /maintenance/)
  await runImport(services.deps, dry.id)
  assert.equal((await read(owner, dry)).status, 'done')
  const notes = (await owner.call('GET', `/import/${dry.id}/note`)).json()
  assert.deepEqual(
    notes.items.filter(({ reason }: ImportNote) => reason).map(({ title }: ImportNote) => title),
    ['Archived'],
  )
})

test('users list their own imports', async () => {
  const other = await createUser(services)
  assert.equal((await other.call('GET', '/import')).json()._meta.total, 0)
  const { items } = (await owner.call('GET', '/import?limit=2')).json()
  assert.equal(items.length, 2)
  assert.ok(items[0].id > items[1].id)
})
