import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { type Part, png } from '@atrium/testing/forms'
import { longTest } from '@atrium/testing/long-test'
import { waitUntil } from '@atrium/testing/wait-until'
import type { MemberRole } from '#projects/rights.contract.ts'
import { createTask, startWithFiles } from '../files.ts'
import { createTeam, createUser, type User } from '../team.ts'

const LIMIT = 100_000
const { services, attach, uploadAttachment, storedFileOf } = await startWithFiles({
  STORAGE_MAX_BYTES: String(LIMIT),
})
const { app, deps } = services
const team = await createTeam(services)
const { owner, manager, member, viewer, stranger, project } = team

async function setRole(user: User, role: MemberRole) {
  await deps.db
    .insertInto('projectMembers')
    .values({ projectId: project.id, userId: user.id, role })
    .onConflict(conflict => conflict.columns(['projectId', 'userId']).doUpdateSet({ role }))
    .execute()
}

function activityOf(taskId: number, type: string) {
  return deps.db
    .selectFrom('activity')
    .where('taskId', '=', taskId)
    .where('type', '=', type)
    .selectAll()
    .execute()
}

test('a file attached by a member is returned unchanged to every reader', async () => {
  const { id: taskId } = await createTask(team)
  const content = Buffer.alloc(LIMIT, 'x')
  const attachment = await uploadAttachment(member, taskId, { name: 'notes.txt', content })
  assert.deepEqual(attachment, {
    id: attachment.id,
    taskId,
    uploaderId: member.id,
    uploader: { id: member.id, surname: 'Sample', name: 'Sam', avatarUrl: null },
    name: 'notes.txt',
    type: 'text/plain',
    size: LIMIT,
    sha256: createHash('sha256').update(content).digest('hex'),
    createdAt: attachment.createdAt,
  })
  for (const reader of [owner, manager, member, viewer]) {
    assert.deepEqual((await reader.call('GET', `/attachment/${attachment.id}`)).json().item, attachment)
    const response = await reader.call('GET', `/attachment/${attachment.id}/content`)
    assert.deepEqual(response.rawPayload, content)
    assert.equal(response.headers['content-length'], String(LIMIT))
    assert.equal(response.headers['x-content-type-options'], 'nosniff')
    assert.match(String(response.headers['content-disposition']), /^attachment; filename="notes.txt"/)
    assert.match(String(response.headers['cache-control']), /^private/)
  }
  assert.equal((await member.call('GET', `/task/${taskId}`)).json().item.attachmentCount, 1)
  const [created] = await activityOf(taskId, 'attachment.created')
  assert.deepEqual(created?.after, { attachmentId: attachment.id, name: 'notes.txt', size: LIMIT })
  assert.equal(created?.actorId, member.id)
})

test('the attachments of a task are listed in order and paged', async () => {
  const { id: taskId } = await createTask(team)
  await uploadAttachment(member, (await createTask(team)).id)
  const ids = []
  for (const name of ['1', '2', '3'])
    ids.push((await uploadAttachment(manager, taskId, { name, content: name })).id)
  const { items, _meta } = (await viewer.call('GET', `/task/${taskId}/attachment?limit=2&page=2`)).json()
  assert.deepEqual(_meta, { total: 3, page: 2, limit: 2, pages: 2 })
  assert.deepEqual(
    items.map((item: { id: number }) => item.id),
    ids.slice(2),
  )
  assert.ok(!('key' in items[0]))
})

test('content the browser already has returns 304', async () => {
  const { id, sha256 } = await uploadAttachment(member, (await createTask(team)).id)
  const headers = { authorization: `Bearer ${viewer.token}`, 'if-none-match': `"${sha256}"` }
  const response = await app.inject({ url: `/attachment/${id}/content`, headers })
  assert.equal(response.statusCode, 304)
  assert.equal(response.body, '')
})

test('an image is served inline whatever its name', async () => {
  const { id, type } = await uploadAttachment(member, (await createTask(team)).id, {
    name: 'page.html',
    content: png,
  })
  assert.equal(type, 'image/png')
  const { headers } = await viewer.call('GET', `/attachment/${id}/content`)
  assert.equal(headers['content-type'], 'image/png')
  assert.match(String(headers['content-disposition']), /^inline; filename="page.html"/)
})

for (const [sent, stored, content] of [
  ['text/plain', 'text/plain', 'some notes'],
  ['Text/CSV; charset=utf-8', 'text/csv', 'a,b'],
  [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'not recognized',
  ],
  ['text/html', 'application/octet-stream', '<script>alert(1)</script>'],
  ['image/svg+xml', 'application/octet-stream', '<svg onload="alert(1)"/>'],
  ['image/png', 'application/octet-stream', 'no image'],
  ['text/plain', 'image/png', png],
  ['text/plain', 'application/octet-stream', Buffer.from([1, 0, 2])],
  ['text/plain"\r\nx: y', 'application/octet-stream', 'x'],
] as const) {
  test(`a file that is sent as ${JSON.stringify(sent)} is stored as ${stored}`, async () => {
    const file = { name: 'a.txt', type: sent, content }
    const { id, type } = await uploadAttachment(member, (await createTask(team)).id, file)
    assert.equal(type, stored)
    const { headers } = await viewer.call('GET', `/attachment/${id}/content`)
    assert.equal(headers['content-type'], stored)
    const disposition = stored === 'image/png' ? /^inline/ : /^attachment/
    assert.match(String(headers['content-disposition']), disposition)
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
  })
}

for (const [what, name, content] of [
  ['HTML named as a PNG', 'cat.png', '<!doctype html><script>alert(1)</script>'],
  ['an SVG', 'cat.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['an SVG with a prologue', 'cat.svg', '<?xml version="1.0"?><svg onload="alert(1)"/>'],
] as const) {
  test(`${what} is served as a download only`, async () => {
    const { id } = await uploadAttachment(member, (await createTask(team)).id, { name, content })
    const { headers, body } = await viewer.call('GET', `/attachment/${id}/content`)
    assert.equal(body, content)
    assert.match(String(headers['content-disposition']), /^attachment/)
    assert.doesNotMatch(String(headers['content-type']), /html|image/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
  })
}

for (const [name, kept] of [
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['C:\\fakepath\\my photo.jpg', 'my photo.jpg'],
  ['..', 'file'],
  ['%0d%0aSet-Cookie: a=b.html', '%0d%0aSet-Cookie: a=b.html'],
  ['a\r\nSet-Cookie: a=b', undefined],
  ['план "А".txt', undefined],
  ['設計 🎨.pdf', '設計 🎨.pdf'],
  ['gnp.\u202egpj.exe', 'gnp.gpj.exe'],
  ['x'.repeat(400), 'x'.repeat(255)],
] as const) {
  test(`an attachment can be named ${JSON.stringify(name).slice(0, 40)}`, async () => {
    const response = await attach(member, (await createTask(team)).id, { file: { name, content: 'x' } })
    assert.equal(response.statusCode, 200, response.body)
    const attachment = response.json().item
    if (kept) assert.equal(attachment.name, kept)
    assert.doesNotMatch(attachment.name, /[\r\n/\\]/)
    const { headers } = await viewer.call('GET', `/attachment/${attachment.id}/content`)
    assert.equal(headers['set-cookie'], undefined)
    assert.match(
      String(headers['content-disposition']),
      /^attachment; filename="[^"\\\r\n%]*"; filename\*=UTF-8''[\w.~%-]+$/,
    )
  })
}

test('uploading requires a file that is neither empty nor too large', async () => {
  const { id: taskId } = await createTask(team)
  const errorsOf = async (parts: Record<string, Part>) => {
    const response = await attach(member, taskId, parts)
    assert.equal(response.statusCode, 422, response.body)
    return response.json().error.details.errors
  }
  assert.deepEqual(await errorsOf({}), { file: ['is required'] })
  assert.deepEqual(await errorsOf({ file: 'just text' }), { file: ['must be a file'] })
  assert.deepEqual(await errorsOf({ file: { name: '', content: '' } }), { file: ['is required'] })
  assert.deepEqual(await errorsOf({ file: { name: 'empty.txt', content: '' } }), {
    file: ["can't be empty"],
  })
  assert.ok((await errorsOf({ file: { name: 'a', content: 'a' }, taskId: '1' })).taskId)
  const json = await member.call('POST', `/task/${taskId}/attachment`, { file: { name: 'a', size: 1 } })
  assert.deepEqual(json.json().error.details.errors, { file: ['must be a file'] })
  const tooLarge = await attach(member, taskId, { file: { name: 'big', content: Buffer.alloc(LIMIT + 1) } })
  assert.equal(tooLarge.statusCode, 413)
  const elsewhere = await attach(member, taskId, { other: { name: 'a', content: 'a' } })
  assert.equal(elsewhere.statusCode, 400)
  assert.equal((await member.call('GET', `/task/${taskId}/attachment`)).json()._meta.total, 0)
})

test('a task has at most 100 attachments, even with concurrent uploads', async () => {
  const { id: taskId } = await createTask(team)
  const file = { name: 'a', type: 'text/plain', size: 1, sha256: 'a' }
  const attachment = { ...file, taskId, projectId: team.project.id, uploaderId: member.id }
  const rows = Array.from({ length: 98 }, (_, index) => ({ ...attachment, key: `${taskId}-${index}` }))
  await deps.db.insertInto('attachments').values(rows).execute()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => attach(member, taskId, { file: { name: 'b', content: 'b' } })),
  )
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 200, 409, 409, 409, 409])
  assert.equal((await member.call('GET', `/task/${taskId}`)).json().item.attachmentCount, 100)
  assert.equal((await activityOf(taskId, 'attachment.created')).length, 2)
})

test('members can read attachments, and viewers cannot add them', async () => {
  const { id: taskId } = await createTask(team)
  const file = { name: 'a.txt', content: 'a' }
  const { id } = await uploadAttachment(member, taskId, file)
  for (const url of [`/task/${taskId}/attachment`, `/attachment/${id}`, `/attachment/${id}/content`]) {
    assert.equal((await viewer.call('GET', url)).statusCode, 200)
    assert.equal((await stranger.call('GET', url)).statusCode, 403)
    assert.equal((await app.inject({ url })).statusCode, 401)
  }
  for (const user of [viewer, stranger]) {
    const refused = await attach(user, taskId, { file })
    assert.equal(refused.statusCode, 403)
    assert.equal(refused.json().error.details.right, 'attachment.write')
    assert.equal((await user.call('DELETE', `/attachment/${id}`)).statusCode, 403)
  }
  for (const user of [member, manager, owner]) await uploadAttachment(user, taskId, file)
})

test('missing attachments and tasks return 404', async () => {
  for (const [method, url] of [
    ['GET', '/task/999999/attachment'],
    ['GET', '/attachment/999999'],
    ['GET', '/attachment/999999/content'],
    ['DELETE', '/attachment/999999'],
  ] as const) {
    assert.equal((await member.call(method, url)).statusCode, 404)
  }
  assert.equal((await attach(member, 999999, { file: { name: 'a', content: 'a' } })).statusCode, 404)
})

test('the owner of another project has no access to attachments', async () => {
  const { id: taskId } = await createTask(team)
  const { id } = await uploadAttachment(member, taskId)
  const other = await createTeam(services)
  for (const [method, url] of [
    ['GET', `/task/${taskId}/attachment`],
    ['GET', `/attachment/${id}`],
    ['GET', `/attachment/${id}/content`],
    ['DELETE', `/attachment/${id}`],
  ] as const) {
    assert.equal((await other.owner.call(method, url)).statusCode, 403)
  }
  assert.equal((await attach(other.owner, taskId, { file: { name: 'a', content: 'a' } })).statusCode, 403)
  assert.equal((await viewer.call('GET', `/attachment/${id}`)).statusCode, 200)
})

test('members can delete their own attachments, managers any', async () => {
  const { id: taskId } = await createTask(team)
  const colleague = await createUser(services)
  await setRole(colleague, 'member')
  const { id } = await uploadAttachment(member, taskId)
  const refused = await colleague.call('DELETE', `/attachment/${id}`)
  assert.equal(refused.statusCode, 403)
  assert.equal(refused.json().error.details.right, 'attachment.delete.any')
  const own = await member.call('DELETE', `/attachment/${id}`)
  assert.equal(own.statusCode, 200, own.body)
  assert.equal(typeof own.json().message, 'string')
  for (const user of [manager, owner]) {
    const attachment = await uploadAttachment(member, taskId)
    assert.equal((await user.call('DELETE', `/attachment/${attachment.id}`)).statusCode, 200)
  }
})

test('viewers and former members cannot delete even their own attachments', async () => {
  const { id: taskId } = await createTask(team)
  const colleague = await createUser(services)
  await setRole(colleague, 'member')
  const { id } = await uploadAttachment(colleague, taskId)
  await setRole(colleague, 'viewer')
  assert.equal((await colleague.call('DELETE', `/attachment/${id}`)).statusCode, 403)
  await deps.db
    .deleteFrom('projectMembers')
    .where('userId', '=', colleague.id)
    .where('projectId', '=', project.id)
    .execute()
  assert.equal((await colleague.call('DELETE', `/attachment/${id}`)).statusCode, 403)
  assert.equal((await colleague.call('GET', `/attachment/${id}/content`)).statusCode, 403)
})

test('deleting an attachment removes its content and is logged once', async () => {
  const { id: taskId } = await createTask(team)
  const { id } = await uploadAttachment(member, taskId)
  const stored = await storedFileOf(id)
  assert.ok(stored.exists())
  const answers = await Promise.all(
    [member, manager, owner].map(user => user.call('DELETE', `/attachment/${id}`)),
  )
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 404, 404])
  assert.equal((await member.call('GET', `/attachment/${id}/content`)).statusCode, 404)
  await waitUntil(() => !stored.exists())
  const [deleted, ...more] = await activityOf(taskId, 'attachment.deleted')
  assert.deepEqual(deleted?.before, { attachmentId: id, name: 'a.txt', size: 10 })
  assert.deepEqual(more, [])
  assert.equal((await member.call('GET', `/task/${taskId}`)).json().item.attachmentCount, 0)
})

test('attachments are deleted and restored with their task', async () => {
  const { id: taskId } = await createTask(team)
  const { id } = await uploadAttachment(member, taskId)
  assert.equal((await member.call('DELETE', `/task/${taskId}`)).statusCode, 200)
  for (const [method, url] of [
    ['GET', `/task/${taskId}/attachment`],
    ['GET', `/attachment/${id}`],
    ['GET', `/attachment/${id}/content`],
    ['DELETE', `/attachment/${id}`],
  ] as const) {
    const response = await member.call(method, url)
    assert.equal(response.statusCode, 410, response.body)
  }
  assert.equal((await attach(member, taskId, { file: { name: 'a', content: 'a' } })).statusCode, 410)
  assert.equal((await stranger.call('GET', `/attachment/${id}`)).statusCode, 403)
  assert.equal((await member.call('POST', `/task/${taskId}/restore`)).statusCode, 200)
  assert.equal((await member.call('GET', `/attachment/${id}/content`)).body, 'some notes')
})

test('permanently deleting a task removes the content of its attachments', async () => {
  const { id: taskId } = await createTask(team)
  const { id } = await uploadAttachment(member, taskId)
  const other = await uploadAttachment(member, (await createTask(team)).id)
  const stored = await storedFileOf(id)
  const otherStored = await storedFileOf(other.id)
  assert.equal((await owner.call('DELETE', `/task/${taskId}/hard`)).statusCode, 200)
  assert.equal((await member.call('GET', `/attachment/${id}`)).statusCode, 404)
  await waitUntil(() => !stored.exists())
  assert.ok(otherStored.exists())
})

longTest('attachments of an archived project are read-only', async () => {
  const archived = await createTeam(services)
  const { id: taskId } = await createTask(archived)
  const { id } = await uploadAttachment(archived.member, taskId)
  const archivedAt = new Date().toISOString()
  await deps.db.updateTable('projects').set({ archivedAt }).where('id', '=', archived.project.id).execute()
  assert.equal((await archived.viewer.call('GET', `/attachment/${id}/content`)).statusCode, 200)
  assert.equal((await archived.member.call('DELETE', `/attachment/${id}`)).statusCode, 409)
  assert.equal((await attach(archived.member, taskId, { file: { name: 'a', content: 'a' } })).statusCode, 409)
})

const photo = { name: 'photo.png', content: png }
const putCover = (taskId: number, coverId: number | null, user: User = member, version?: number) =>
  user.call('PUT', `/task/${taskId}`, { coverId, ...(version && { version }) })

async function coverOf(taskId: number) {
  return (await viewer.call('GET', `/task/${taskId}`)).json().item.coverId as number | null
}

async function aCoveredTask() {
  const { id: taskId } = await createTask(team)
  const { id } = await uploadAttachment(member, taskId, photo)
  const response = await putCover(taskId, id)
  assert.equal(response.statusCode, 200, response.body)
  return { taskId, id, version: response.json().item.version as number }
}

test('an image becomes the cover of a card, which is versioned and recorded like other fields', async () => {
  const { taskId, id, version } = await aCoveredTask()
  const board = (await viewer.call('GET', `/board/${team.boardId}/full`)).json().item
  const cards = board.columns.flatMap((column: { tasks: { id: number }[] }) => column.tasks)
  assert.equal(cards.find((card: { id: number }) => card.id === taskId).coverId, id)
  const stale = await putCover(taskId, null, manager, version - 1)
  assert.deepEqual(
    [stale.statusCode, stale.json().error.details.fields, stale.json().error.details.current.coverId],
    [409, ['coverId'], id],
  )
  assert.equal((await putCover(taskId, null, viewer)).statusCode, 403)
  assert.equal((await putCover(taskId, null)).statusCode, 200)
  assert.equal(await coverOf(taskId), null)
  const events = await activityOf(taskId, 'task.updated')
  assert.deepEqual(
    events.map(({ before, after }) => [before, after]),
    [
      [{ coverId: null }, { coverId: id }],
      [{ coverId: id }, { coverId: null }],
    ],
  )
})

test('only images of the task itself that are not too large become its cover', async () => {
  const { id: taskId } = await createTask(team)
  const other = await uploadAttachment(member, (await createTask(team)).id, photo)
  const notes = await uploadAttachment(member, taskId)
  const gone = await uploadAttachment(member, taskId, photo)
  await member.call('DELETE', `/attachment/${gone.id}`)
  const large = await uploadAttachment(member, taskId, photo)
  await deps.db.updateTable('attachments').set({ size: 10_000_001 }).where('id', '=', large.id).execute()
  for (const [coverId, code] of [
    [other.id, 'attachment_of_task_expected'],
    [gone.id, 'attachment_of_task_expected'],
    [999_999, 'attachment_of_task_expected'],
    [notes.id, 'cover_image_expected'],
    [large.id, 'cover_too_large'],
  ]) {
    const refused = await putCover(taskId, coverId)
    assert.deepEqual([refused.statusCode, refused.json().error.details.codes], [422, { coverId: [code] }])
  }
  assert.equal((await putCover(taskId, 0)).statusCode, 422)
  assert.equal(await coverOf(taskId), null)
})

test('a card loses its cover with the attachment', async () => {
  const { taskId, id, version } = await aCoveredTask()
  assert.equal((await member.call('DELETE', `/attachment/${id}`)).statusCode, 200)
  const task = (await viewer.call('GET', `/task/${taskId}`)).json().item
  assert.deepEqual([task.coverId, task.version], [null, version + 1])
  const [, cleared] = await activityOf(taskId, 'task.updated')
  assert.deepEqual([cleared?.before, cleared?.after], [{ coverId: id }, { coverId: null }])
})

longTest('an attachment that is deleted while it becomes the cover is not the cover', async () => {
  const { id: taskId } = await createTask(team)
  for (let round = 0; round < 5; round += 1) {
    const { id } = await uploadAttachment(member, taskId, photo)
    const [deleted, put] = await Promise.all([
      owner.call('DELETE', `/attachment/${id}`),
      putCover(taskId, id),
    ])
    assert.equal(deleted.statusCode, 200, deleted.body)
    assert.ok([200, 422].includes(put.statusCode), put.body)
    assert.equal(await coverOf(taskId), null)
  }
})

longTest('a copy has a cover of its own', async () => {
  const { taskId, id } = await aCoveredTask()
  const copy = (await member.call('POST', `/task/${taskId}/duplicate`, {})).json().item
  const [file] = (await member.call('GET', `/task/${copy.id}/attachment`)).json().items
  assert.notEqual(file.id, id)
  assert.equal(copy.coverId, file.id)
  const bare = await member.call('POST', `/task/${taskId}/duplicate`, { attachments: false })
  assert.equal(bare.json().item.coverId, null)
  assert.equal((await member.call('DELETE', `/attachment/${id}`)).statusCode, 200)
  assert.equal(await coverOf(copy.id), file.id)
})

longTest('a cover moves to another project with its task, and goes with the task', async () => {
  const { taskId, id } = await aCoveredTask()
  const { id: projectId } = (
    await owner.call('POST', '/project', { name: 'Elsewhere', withBoard: true })
  ).json().item
  const moved = await owner.call('POST', `/task/${taskId}/move-to-project`, { projectId })
  assert.equal(moved.statusCode, 200, moved.body)
  assert.equal(moved.json().item.coverId, id)
  assert.equal((await owner.call('DELETE', `/attachment/${id}`)).statusCode, 200)
  assert.equal((await owner.call('GET', `/task/${taskId}`)).json().item.coverId, null)
  const another = await uploadAttachment(owner, taskId, photo)
  assert.equal((await putCover(taskId, another.id, owner)).statusCode, 200)
  assert.equal((await owner.call('DELETE', `/task/${taskId}/hard`)).statusCode, 200)
  assert.equal((await owner.call('GET', `/attachment/${another.id}`)).statusCode, 404)
})
