import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { insertMember } from '#projects/project.queries.ts'
import type { MemberRole } from '#projects/rights.contract.ts'
import { sharedServices } from '../both-services.ts'
import { createTeamTask, listActivity, statusOf } from '../task-parts.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const team = await createTeam(services)
const foreign = await createTeam(services)
const admin = await createUser(services, 'owner')

async function createComment(author: User, taskId: number, text = 'Looks good') {
  const response = await author.call('POST', `/task/${taskId}/comment`, { text })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function setRole(userId: number, role: MemberRole | null) {
  const { id: projectId } = team.project
  await db
    .deleteFrom('projectMembers')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .execute()
  if (role) await insertMember(db, projectId, userId, role)
}

async function isQueryWaiting() {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

test('a new comment has its author and no edit date', async () => {
  const taskId = await createTeamTask(team)
  const comment = await createComment(team.member, taskId, '  indented\n')
  assert.deepEqual(Object.keys(comment).sort(), [
    'author',
    'authorId',
    'createdAt',
    'editedAt',
    'id',
    'mentions',
    'reactions',
    'replyToId',
    'taskId',
    'text',
    'updatedAt',
  ])
  assert.equal(comment.taskId, taskId)
  assert.equal(comment.authorId, team.member.id)
  assert.deepEqual(comment.author, {
    id: team.member.id,
    surname: 'Sample',
    name: 'Sam',
    avatarUrl: comment.author.avatarUrl,
  })
  assert.equal(comment.text, '  indented\n')
  assert.deepEqual(comment.mentions, [])
  assert.equal(comment.editedAt, null)
})

test('comments are listed oldest first, or newest first on request, and paged', async () => {
  const taskId = await createTeamTask(team)
  for (const text of ['one', 'two', 'three']) await createComment(team.member, taskId, text)
  await createComment(team.member, await createTeamTask(team), 'elsewhere')
  const texts = async (query: string) => {
    const { items, _meta } = (await team.viewer.call('GET', `/task/${taskId}/comment?${query}`)).json()
    return [items.map(({ text }: { text: string }) => text), _meta]
  }
  const all = { total: 3, page: 1, limit: 20, pages: 1 }
  assert.deepEqual(await texts(''), [['one', 'two', 'three'], all])
  assert.deepEqual(await texts('orderBy=-id'), [['three', 'two', 'one'], all])
  assert.deepEqual(await texts('page=2&limit=2'), [['three'], { total: 3, page: 2, limit: 2, pages: 2 }])
  assert.equal(await statusOf(team.viewer, 'GET', `/task/${taskId}/comment?orderBy=text`), 422)
})

test('members can comment, viewers can only read, and others can do neither', async () => {
  const taskId = await createTeamTask(team)
  const url = `/task/${taskId}/comment`
  for (const user of [team.owner, team.manager, team.member]) await createComment(user, taskId)
  for (const user of [team.viewer, team.stranger, foreign.owner]) {
    assert.equal(await statusOf(user, 'POST', url, { text: 'x' }), 403)
  }
  assert.equal(await statusOf(team.viewer, 'GET', url), 200)
  assert.equal(await statusOf(team.stranger, 'GET', url), 403)
  assert.equal(await statusOf(foreign.owner, 'GET', url), 403)
  assert.equal(await statusOf(team.owner, 'GET', '/task/999999999/comment'), 404)
  assert.equal(await statusOf(team.owner, 'POST', '/task/999999999/comment', { text: 'x' }), 404)
})

test('only the author can edit a comment, and the edit date is set', async () => {
  const taskId = await createTeamTask(team)
  const { id } = await createComment(team.member, taskId)
  for (const user of [team.viewer, team.manager, team.owner, team.stranger, foreign.owner, admin]) {
    assert.equal(await statusOf(user, 'PUT', `/comment/${id}`, { text: 'forged' }), 403)
  }
  const edited = (await team.member.call('PUT', `/comment/${id}`, { text: 'Looks better' })).json().item
  assert.equal(edited.text, 'Looks better')
  assert.equal(edited.editedAt, edited.updatedAt)
  assert.ok(edited.editedAt >= edited.createdAt)
  assert.equal(await statusOf(team.member, 'PUT', '/comment/999999999', { text: 'x' }), 404)
})

test('saving the same text is not an edit', async () => {
  const taskId = await createTeamTask(team)
  const comment = await createComment(team.member, taskId)
  const same = await team.member.call('PUT', `/comment/${comment.id}`, { text: comment.text })
  assert.deepEqual(same.json().item, comment)
  assert.equal((await listActivity(services, { taskId }, 'comment')).length, 1)
})

test('a comment can be deleted by its author or a manager', async () => {
  const taskId = await createTeamTask(team)
  const { id } = await createComment(team.owner, taskId)
  for (const user of [team.viewer, team.member, team.stranger, foreign.owner]) {
    assert.equal(await statusOf(user, 'DELETE', `/comment/${id}`), 403)
  }
  assert.equal(await statusOf(team.manager, 'DELETE', `/comment/${id}`), 200)
  assert.equal(await statusOf(team.manager, 'DELETE', `/comment/${id}`), 404)
  const own = await createComment(team.member, taskId)
  const deleted = await team.member.call('DELETE', `/comment/${own.id}`)
  assert.deepEqual(deleted.json(), { message: 'Comment deleted' })
  const another = await createComment(team.member, taskId)
  assert.equal(await statusOf(admin, 'DELETE', `/comment/${another.id}`), 200)
})

test('authors who became viewers or left the project cannot change their comments', async () => {
  const taskId = await createTeamTask(team)
  const author = await createUser(services)
  await setRole(author.id, 'member')
  const { id } = await createComment(author, taskId)
  for (const role of ['viewer', null] as const) {
    await setRole(author.id, role)
    assert.equal(await statusOf(author, 'PUT', `/comment/${id}`, { text: 'x' }), 403)
    assert.equal(await statusOf(author, 'DELETE', `/comment/${id}`), 403)
  }
  await setRole(author.id, 'member')
  assert.equal(await statusOf(author, 'DELETE', `/comment/${id}`), 200)
})

test('members are mentioned by id, each once, and anything else is plain text', async () => {
  const taskId = await createTeamTask(team)
  const { viewer, manager, stranger, member } = team
  const text = `@[${viewer.id}] and @[${manager.id}], @[${viewer.id}]: not @[${stranger.id}] @[0] @[99999999999999999] @[9999999999999999] @[x] [${member.id}]`
  const comment = await createComment(member, taskId, text)
  assert.deepEqual(comment.mentions, [viewer.id, manager.id])
  assert.equal(comment.text, text)
  const edited = await member.call('PUT', `/comment/${comment.id}`, {
    text: `@[${manager.id}] @[${member.id}] @[${foreign.owner.id}]`,
  })
  assert.deepEqual(edited.json().item.mentions, [manager.id, member.id])
})

test('changes to a comment are logged, and an edit logs only new mentions', async () => {
  const taskId = await createTeamTask(team)
  const { viewer, manager, member } = team
  const text = `@[${viewer.id}] ${'🙂'.repeat(300)}`
  const { id } = await createComment(member, taskId, text)
  await member.call('PUT', `/comment/${id}`, { text: `@[${viewer.id}] @[${manager.id}]` })
  await manager.call('DELETE', `/comment/${id}`)
  const stories = await listActivity(services, { taskId }, 'comment')
  const place = { projectId: team.project.id, boardId: team.boardId, taskId }
  const excerpt = Array.from(text).slice(0, 200).join('')
  assert.deepEqual(stories, [
    {
      type: 'comment.created',
      ...place,
      actorId: member.id,
      before: {},
      after: { commentId: id, mentions: [viewer.id], excerpt },
    },
    {
      type: 'comment.updated',
      ...place,
      actorId: member.id,
      before: {},
      after: { commentId: id, mentions: [manager.id] },
    },
    {
      type: 'comment.deleted',
      ...place,
      actorId: manager.id,
      before: { commentId: id, authorId: member.id, mentions: [viewer.id, manager.id] },
      after: {},
    },
  ])
})

test('commenting updates the comment count of the task and nothing else', async () => {
  const taskId = await createTeamTask(team)
  const task = async () => (await team.viewer.call('GET', `/task/${taskId}`)).json().item
  const before = await task()
  const comments = await Promise.all(Array.from({ length: 8 }, () => createComment(team.member, taskId)))
  const after = await task()
  assert.deepEqual(after, { ...before, commentCount: 8 })
  const remove = () => statusOf(team.member, 'DELETE', `/comment/${comments[0].id}`)
  const statuses = await Promise.all([remove(), remove(), remove()])
  assert.deepEqual(statuses.sort(), [200, 404, 404])
  assert.equal((await task()).commentCount, 7)
  assert.equal((await listActivity(services, { taskId }, 'comment')).length, 8 + 1)
})

test('comments of a deleted task can be neither read nor written', async () => {
  const taskId = await createTeamTask(team)
  const { id } = await createComment(team.member, taskId)
  assert.equal(await statusOf(team.member, 'DELETE', `/task/${taskId}`), 200)
  const { member } = team
  assert.equal(await statusOf(member, 'GET', `/task/${taskId}/comment`), 410)
  assert.equal(await statusOf(member, 'POST', `/task/${taskId}/comment`, { text: 'x' }), 410)
  assert.equal(await statusOf(member, 'PUT', `/comment/${id}`, { text: 'x' }), 410)
  assert.equal(await statusOf(member, 'DELETE', `/comment/${id}`), 410)
  assert.equal(await statusOf(team.stranger, 'GET', `/task/${taskId}/comment`), 403)
})

test('a comment sent while its task is being deleted is refused', async () => {
  const taskId = await createTeamTask(team)
  const late = await db.transaction().execute(async tx => {
    const deletedAt = new Date().toISOString()
    await tx.updateTable('tasks').set({ deletedAt, position: null }).where('id', '=', taskId).execute()
    const answer = team.member.call('POST', `/task/${taskId}/comment`, { text: 'Too late' })
    while (!(await isQueryWaiting())) await setImmediate()
    return { answer }
  })
  assert.equal((await late.answer).statusCode, 410)
})

test('comments of an archived project are read-only', async () => {
  const archived = await createTeam(services)
  const taskId = await createTeamTask(archived)
  const { id } = await createComment(archived.member, taskId)
  await db
    .updateTable('projects')
    .set({ archivedAt: new Date().toISOString() })
    .where('id', '=', archived.project.id)
    .execute()
  assert.equal(await statusOf(archived.member, 'GET', `/task/${taskId}/comment`), 200)
  assert.equal(await statusOf(archived.member, 'POST', `/task/${taskId}/comment`, { text: 'x' }), 409)
  assert.equal(await statusOf(archived.member, 'DELETE', `/comment/${id}`), 409)
})

for (const [name, payload, field] of [
  ['no text', {}, 'text'],
  ['an empty text', { text: '' }, 'text'],
  ['only whitespace', { text: ' \n\t\u00a0' }, 'text'],
  ['a text too long', { text: 'x'.repeat(10_001) }, 'text'],
  ['a number', { text: 7 }, 'text'],
  ['null', { text: null }, 'text'],
  ['a forged author', { text: 'x', authorId: 1 }, 'authorId'],
] as [string, object, string][]) {
  test(`${name} is refused when creating and editing a comment`, async () => {
    const taskId = await createTeamTask(team)
    const { id } = await createComment(team.member, taskId)
    for (const response of [
      await team.member.call('POST', `/task/${taskId}/comment`, payload),
      await team.member.call('PUT', `/comment/${id}`, payload),
    ]) {
      assert.equal(response.statusCode, 422, response.body)
      assert.ok(response.json().error.details.errors[field])
    }
  })
}

test('a comment can have 10,000 characters, and a lone surrogate is replaced', async () => {
  const taskId = await createTeamTask(team)
  const { text } = await createComment(team.member, taskId, '🙂'.repeat(10_000))
  assert.equal(text, '🙂'.repeat(10_000))
  assert.equal((await createComment(team.member, taskId, 'half \ud83d')).text, 'half \ufffd')
  assert.equal(await statusOf(team.member, 'POST', `/task/${taskId}/comment`, { text: 'a\u0000' }), 400)
})

test('the activity of a task is listed newest first for users who can read it', async () => {
  const taskId = await createTeamTask(team)
  await createComment(team.member, taskId)
  const url = `/task/${taskId}/activity`
  const { items, _meta } = (await team.viewer.call('GET', url)).json()
  assert.deepEqual(
    items.map(({ type }: { type: string }) => type),
    ['comment.created', 'task.created'],
  )
  assert.equal(items[0].actor.id, team.member.id)
  assert.equal(_meta.total, 2)
  const second = (await team.viewer.call('GET', `${url}?limit=1&page=2`)).json().items
  assert.deepEqual(second, [items[1]])
  assert.equal(await statusOf(team.stranger, 'GET', url), 403)
  assert.equal(await statusOf(foreign.owner, 'GET', url), 403)
  assert.equal(await statusOf(team.viewer, 'GET', '/task/999999999/activity'), 404)
})

async function reply(author: User, taskId: number, replyToId: number, text = 'I agree') {
  return author.call('POST', `/task/${taskId}/comment`, { text, replyToId })
}

async function threadsOf(taskId: number) {
  const { items } = (await team.viewer.call('GET', `/task/${taskId}/comment`)).json()
  return items.map(({ text, replyToId }: { text: string; replyToId: number | null }) => [text, replyToId])
}

test('a reply to a reply joins its thread', async () => {
  const taskId = await createTeamTask(team)
  const { id, replyToId } = await createComment(team.member, taskId, 'Question')
  assert.equal(replyToId, null)
  const answer = (await reply(team.manager, taskId, id, 'Answer')).json().item
  const thanks = (await reply(team.member, taskId, answer.id, 'Thanks')).json().item
  assert.deepEqual([answer.replyToId, thanks.replyToId], [id, id])
  const apart = (
    await team.member.call('POST', `/task/${taskId}/comment`, { text: 'x', replyToId: null })
  ).json()
  assert.equal(apart.item.replyToId, null)
  const edited = (await team.member.call('PUT', `/comment/${thanks.id}`, { text: 'Thank you' })).json().item
  assert.equal(edited.replyToId, id)
})

test('only comments of the same task can be replied to', async () => {
  const taskId = await createTeamTask(team)
  const elsewhere = await createComment(team.member, await createTeamTask(team))
  const hidden = await createComment(foreign.member, await createTeamTask(foreign))
  const { id: deleted } = await createComment(team.member, taskId)
  await team.member.call('DELETE', `/comment/${deleted}`)
  for (const id of [elsewhere.id, hidden.id, deleted, 999_999_999]) {
    const refused = await reply(team.member, taskId, id)
    assert.equal(refused.statusCode, 409, refused.body)
    assert.equal(refused.json().error.details.reason, 'replied_comment_not_found')
  }
  const own = await createComment(team.member, taskId)
  assert.equal((await reply(team.viewer, taskId, own.id)).statusCode, 403)
  assert.equal(await statusOf(team.member, 'PUT', `/comment/${own.id}`, { text: 'x', replyToId: 1 }), 422)
})

test('replies outlive the comment that they reply to, as one thread', async () => {
  const taskId = await createTeamTask(team)
  const { id } = await createComment(team.member, taskId, 'Question')
  const first = (await reply(team.manager, taskId, id, 'First')).json().item
  await reply(team.member, taskId, id, 'Second')
  await createComment(team.owner, taskId, 'Apart')
  assert.equal(await statusOf(team.member, 'DELETE', `/comment/${id}`), 200)
  assert.deepEqual(await threadsOf(taskId), [
    ['First', null],
    ['Second', first.id],
    ['Apart', null],
  ])
  assert.equal(await statusOf(team.manager, 'DELETE', `/comment/${first.id}`), 200)
  assert.deepEqual(await threadsOf(taskId), [
    ['Second', null],
    ['Apart', null],
  ])
})

test('replies sent while their comment is deleted are refused or begin the thread', async () => {
  const taskId = await createTeamTask(team)
  const { id } = await createComment(team.member, taskId)
  const [deleted, ...replies] = await Promise.all([
    team.member.call('DELETE', `/comment/${id}`),
    ...['a', 'b', 'c'].map(text => reply(team.manager, taskId, id, text)),
  ])
  assert.equal(deleted.statusCode, 200)
  const saved = replies.filter(({ statusCode }) => statusCode === 200)
  assert.ok(replies.every(({ statusCode }) => statusCode === 200 || statusCode === 409))
  const threads = await threadsOf(taskId)
  assert.equal(threads.length, saved.length)
  assert.equal(
    threads.filter(([, replyToId]: unknown[]) => replyToId === null).length,
    Math.min(saved.length, 1),
  )
})

test('a thread moves to another project with its task', async () => {
  const taskId = await createTeamTask(team)
  const { id } = await createComment(team.owner, taskId)
  await reply(team.member, taskId, id)
  const other = (await team.owner.call('POST', '/project', { name: 'Other', withBoard: true })).json().item
  const moved = await team.owner.call('POST', `/task/${taskId}/move-to-project`, { projectId: other.id })
  assert.equal(moved.statusCode, 200, moved.body)
  const { items } = (await team.owner.call('GET', `/task/${taskId}/comment`)).json()
  assert.deepEqual(
    items.map(({ replyToId }: { replyToId: number | null }) => replyToId),
    [null, id],
  )
})

test('the activity says which thread a reply is in', async () => {
  const taskId = await createTeamTask(team)
  const { id } = await createComment(team.member, taskId)
  const { id: replyId } = (await reply(team.manager, taskId, id)).json().item
  const [, { after }] = (await listActivity(services, { taskId }, 'comment')) as [unknown, { after: object }]
  assert.deepEqual(after, { commentId: replyId, replyToId: id, mentions: [], excerpt: 'I agree' })
})
