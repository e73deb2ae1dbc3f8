import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedServices } from '../both-services.ts'
import { createTeamTask, listActivity } from '../task-parts.ts'
import { createTeam, type User } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const team = await createTeam(services)
const { manager, member, viewer, stranger } = team

async function createComment() {
  const taskId = await createTeamTask(team)
  const { id } = (await member.call('POST', `/task/${taskId}/comment`, { text: 'What do you think?' })).json()
    .item as { id: number }
  return { taskId, id }
}

const url = (id: number, emoji: string) => `/comment/${id}/reaction/${encodeURIComponent(emoji)}`
const react = (user: User, id: number, emoji: string) => user.call('PUT', url(id, emoji))
const withdraw = (user: User, id: number, emoji: string) => user.call('DELETE', url(id, emoji))

interface Reaction {
  emoji: string
  count: number
  users: { id: number }[]
}

async function reactionsOf({ taskId }: { taskId: number }) {
  const { items } = (await viewer.call('GET', `/task/${taskId}/comment`)).json()
  const { reactions } = items[0] as { reactions: Reaction[] }
  return reactions.map(({ emoji, count, users }) => [emoji, count, users.map(({ id }) => id)])
}

test('reactions are counted by emoji, with who reacted, in the order of their first use', async () => {
  const comment = await createComment()
  assert.deepEqual(await reactionsOf(comment), [])
  const response = await react(manager, comment.id, '🎉')
  assert.equal(response.statusCode, 200, response.body)
  const [reaction] = response.json().item.reactions
  assert.deepEqual(reaction, {
    emoji: '🎉',
    count: 1,
    users: [{ id: manager.id, surname: 'Sample', name: 'Sam', avatarUrl: null }],
  })
  await react(member, comment.id, '❤️')
  await react(member, comment.id, '🎉')
  assert.deepEqual(await reactionsOf(comment), [
    ['🎉', 2, [manager.id, member.id]],
    ['❤️', 1, [member.id]],
  ])
  await withdraw(manager, comment.id, '🎉')
  assert.deepEqual(await reactionsOf(comment), [
    ['❤️', 1, [member.id]],
    ['🎉', 1, [member.id]],
  ])
})

test('the same reaction counts once, also when it is sent twice at the same moment', async () => {
  const comment = await createComment()
  await Promise.all(Array.from({ length: 5 }, () => react(manager, comment.id, '👍')))
  assert.deepEqual(await reactionsOf(comment), [['👍', 1, [manager.id]]])
  await Promise.all(Array.from({ length: 3 }, () => withdraw(manager, comment.id, '👍')))
  assert.deepEqual(await reactionsOf(comment), [])
  const events = await listActivity(services, { taskId: comment.taskId }, 'reaction')
  assert.deepEqual(
    events.map(({ type, before, after }) => [type, before, after]),
    [
      ['reaction.added', {}, { commentId: comment.id, emoji: '👍' }],
      ['reaction.removed', { commentId: comment.id, emoji: '👍' }, {}],
    ],
  )
})

test('no one is notified of a reaction, and the comment does not count as edited', async () => {
  const comment = await createComment()
  await react(manager, comment.id, '👍')
  const about = await db
    .selectFrom('notifications')
    .where('taskId', '=', comment.taskId)
    .select('type')
    .execute()
  assert.deepEqual(about, [])
  const [item] = (await viewer.call('GET', `/task/${comment.taskId}/comment`)).json().items
  assert.equal(item.editedAt, null)
})

test('anything but a single emoji is refused', async () => {
  const { id } = await createComment()
  for (const emoji of ['👍🏽', '👨‍👩‍👧', '🇫🇷', '1️⃣'])
    assert.equal((await react(member, id, emoji)).statusCode, 200)
  for (const text of ['ok', '1', '👍👍', '👍 ', '<b>', '\u200d', '#']) {
    const refused = await react(member, id, text)
    assert.equal(refused.statusCode, 422, text)
    assert.deepEqual(refused.json().error.details.codes, { emoji: ['emoji_expected'] })
  }
})

test('a comment has at most twenty different reactions', async () => {
  const { id } = await createComment()
  const faces = Array.from({ length: 20 }, (_, n) => String.fromCodePoint(0x1f600 + n))
  for (const emoji of faces) assert.equal((await react(member, id, emoji)).statusCode, 200)
  const refused = await react(manager, id, '🦊')
  assert.equal(refused.statusCode, 409)
  assert.equal(refused.json().error.details.reason, 'too_many_reactions')
  assert.equal((await react(manager, id, faces[0] as string)).statusCode, 200)
})

test('reactions go with their comment, and rights are those of comments', async () => {
  const comment = await createComment()
  await react(manager, comment.id, '👍')
  for (const user of [viewer, stranger]) assert.equal((await react(user, comment.id, '👍')).statusCode, 403)
  await member.call('DELETE', `/comment/${comment.id}`)
  assert.equal((await react(manager, comment.id, '👍')).statusCode, 404)
  const left = await db
    .selectFrom('commentReactions')
    .where('commentId', '=', comment.id)
    .selectAll()
    .execute()
  assert.deepEqual(left, [])
  const other = await createComment()
  await member.call('DELETE', `/task/${other.taskId}`)
  assert.equal((await react(manager, other.id, '👍')).statusCode, 410)
})
