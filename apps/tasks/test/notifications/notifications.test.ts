import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '@atrium/database/transaction'
import { longTest } from '@atrium/testing/long-test'
import { withoutTimeLimit } from '@atrium/testing/query-plans'
import { sql } from 'kysely'
import { cleanUp } from '#clean-up.ts'
import { insertMember } from '#projects/project.queries.ts'
import type { MemberRole } from '#projects/rights.contract.ts'
import { sharedServices } from '../both-services.ts'
import { startInstrumentedInstance } from '../instrumented-instance.ts'
import { notified, pausedBeforeCommit, sixMinutesLater, untilOneWaits } from '../notified.ts'
import { confirmEmail } from '../people.ts'
import { createTeam, createUnconfirmedUser, createUser, type User } from '../team.ts'

const services = await sharedServices()
const { deps } = services
const team = await createTeam(services)
const { owner, manager, member, viewer, stranger, project, boardId, toDo, inProgress, done } = team
const worker = await createUser(services)
await insertMember(services.deps.db, project.id, worker.id, 'member')
const people = { owner, manager, member, viewer, stranger, worker }

interface Received {
  type: string
  context: { taskId: number }
}

async function done200(user: User, ...[method, url, payload]: Parameters<User['call']>) {
  const response = await user.call(method, url, payload)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function aTask(by: User, fields: object = {}): Promise<number> {
  return (await done200(by, 'POST', '/task', { title: 'Fix login', columnId: toDo, ...fields })).item.id
}

const notifiedAbout = (taskId: number) => notified(services, people, { taskId })
const comment = (by: User, taskId: number, text: string) =>
  done200(by, 'POST', `/task/${taskId}/comment`, { text })
const listOf = async (user: User, query = '') =>
  (await done200(user, 'GET', `/notification?limit=1000${query}`)).items

async function withPreferences(user: User, preferences: object, work: () => Promise<void>) {
  await done200(user, 'PUT', '/notification/preferences', preferences)
  try {
    await work()
  } finally {
    await done200(user, 'PUT', '/notification/preferences', {
      mail: 'digest',
      mutedTypes: [],
      mutedProjects: [],
    })
  }
}

test('the assignee is notified when a task is created, assigned or updated', async () => {
  const created = await aTask(manager, { assigneeId: member.id })
  const [assigned, changed] = [await aTask(manager), await aTask(manager)]
  await done200(manager, 'POST', `/task/${assigned}/assign`, { assigneeId: member.id })
  await done200(manager, 'PUT', `/task/${changed}`, { assigneeId: member.id })
  for (const id of [created, assigned, changed])
    assert.deepEqual(await notifiedAbout(id), ['member task.assigned'])
})

test('users who assign or unassign themselves are not notified', async () => {
  const id = await aTask(member, { assigneeId: member.id })
  await done200(member, 'PUT', `/task/${id}`, { assigneeId: null })
  await done200(member, 'PUT', `/task/${id}`, { assigneeId: member.id })
  assert.deepEqual(await notifiedAbout(id), [])
})

test('reassigning a task notifies both users', async () => {
  const id = await aTask(owner, { assigneeId: member.id })
  await done200(manager, 'PUT', `/task/${id}`, { assigneeId: worker.id })
  assert.deepEqual(await notifiedAbout(id), [
    'member task.assigned',
    'member task.unassigned',
    'worker task.assigned',
  ])
  await done200(manager, 'PUT', `/task/${id}`, { assigneeId: null })
  assert.deepEqual((await notifiedAbout(id)).at(-1), 'worker task.unassigned')
})

test('a member who becomes a viewer gets one notification for all tasks', async () => {
  const demoted = await createUser(services)
  await done200(owner, 'POST', `/project/${project.id}/member`, { userId: demoted.id, role: 'member' })
  await aTask(owner, { assigneeId: demoted.id })
  await aTask(owner, { assigneeId: demoted.id })
  await done200(demoted, 'POST', '/notification/read-all', {})
  await done200(owner, 'PUT', `/project/${project.id}/member/${demoted.id}/role`, { role: 'viewer' })
  const { items } = (await demoted.call('GET', '/notification?unread=true')).json()
  const subjects = items.map(({ type, subject }: { type: string; subject: string }) => [type, subject])
  assert.deepEqual(subjects.toSorted(), [
    ['project.role_changed', 'Sam Sample changed your role in the project “Website”'],
    ['task.unassigned', 'Sam Sample unassigned you from 2 tasks'],
  ])
})

test('a comment notifies the assignee, the creator and earlier commenters only', async () => {
  const id = await aTask(owner, { assigneeId: worker.id })
  await comment(manager, id, 'First')
  assert.deepEqual(await notifiedAbout(id), [
    'owner comment.created',
    'worker comment.created',
    'worker task.assigned',
  ])
  await comment(member, id, 'Second')
  assert.deepEqual(
    (await notifiedAbout(id)).filter(one => one.startsWith('manager')),
    ['manager comment.created'],
    'who has commented before',
  )
  assert.ok(!(await notifiedAbout(id)).some(one => one.startsWith('member')), 'not the commenter')
})

test('a mention notifies once, as a mention, also users who are not involved in the task', async () => {
  const id = await aTask(owner, { assigneeId: manager.id })
  const text = `Have a look, @[${viewer.id}] and @[${manager.id}], @[${stranger.id}], @[${member.id}]`
  const { item } = await comment(member, id, text)
  assert.deepEqual(await notifiedAbout(id), [
    'manager comment.mention',
    'manager task.assigned',
    'owner comment.created',
    'viewer comment.mention',
  ])
  const [notification] = await listOf(viewer)
  assert.equal(
    notification.subject,
    `Sam Sample mentioned you in WEB-${notification.context.taskNumber} Fix login`,
  )
  assert.equal(
    notification.body,
    `Have a look, @Sam Sample and @Sam Sample, @[${stranger.id}], @Sam Sample`,
    'names in place of ids',
  )
  assert.equal(notification.context.commentId, item.id)
})

test('an edited comment notifies newly mentioned users only', async () => {
  const id = await aTask(member)
  const { item } = await comment(member, id, `@[${viewer.id}] hello`)
  await sixMinutesLater(services)
  await done200(member, 'PUT', `/comment/${item.id}`, { text: `@[${viewer.id}] and @[${owner.id}] hello` })
  assert.deepEqual(await notifiedAbout(id), ['owner comment.mention', 'viewer comment.mention'])
  const [notification] = await listOf(owner)
  assert.equal(notification.body, '@Sam Sample and @Sam Sample hello')
  await done200(member, 'DELETE', `/comment/${item.id}`)
  assert.equal((await notifiedAbout(id)).length, 2)
})

test('moving a task to a done column notifies the assignee and the creator', async () => {
  const id = await aTask(owner, { assigneeId: member.id })
  await sixMinutesLater(services)
  await done200(manager, 'POST', `/task/${id}/move-to-column`, { columnId: inProgress })
  assert.deepEqual(await notifiedAbout(id), ['member task.assigned'])
  await done200(manager, 'POST', `/task/${id}/move-to-column`, { columnId: done })
  assert.deepEqual(await notifiedAbout(id), [
    'member task.assigned',
    'member task.completed',
    'owner task.completed',
  ])
  await sixMinutesLater(services)
  await done200(manager, 'POST', `/task/${id}/move-to-column`, { columnId: done })
  assert.equal((await notifiedAbout(id)).length, 3, 'it was done before')
  const own = await aTask(owner, { assigneeId: member.id })
  await done200(member, 'PUT', `/task/${own}`, { columnId: done })
  assert.deepEqual(await notifiedAbout(own), ['member task.assigned', 'owner task.completed'])
})

test('a new due date notifies the assignee and the creator, other changes do not', async () => {
  const id = await aTask(owner, { assigneeId: member.id, dueDate: '2026-02-01' })
  await done200(manager, 'PUT', `/task/${id}`, {
    title: 'Fix the login',
    priorityId: 3,
    startDate: '2026-01-01',
  })
  assert.deepEqual(await notifiedAbout(id), ['member task.assigned'])
  await done200(manager, 'PUT', `/task/${id}`, { dueDate: '2026-02-03' })
  assert.deepEqual(await notifiedAbout(id), [
    'member task.assigned',
    'member task.due_changed',
    'owner task.due_changed',
  ])
  const [notification] = await listOf(member)
  assert.equal(notification.body, 'It is now due on February 3, 2026.')
  assert.equal(notification.context.dueDate, '2026-02-03')
})

test('a member is notified about being added, a new role and being removed, and nothing after that', async () => {
  const guest = await createUser(services)
  const url = `/project/${project.id}/member`
  await done200(manager, 'POST', url, { userId: guest.id, role: 'viewer' })
  await done200(manager, 'PUT', `${url}/${guest.id}/role`, { role: 'member' })
  const id = await aTask(guest, { assigneeId: guest.id, title: 'Secret plan' })
  await comment(owner, id, 'Good')
  assert.deepEqual(
    (await listOf(guest)).map(({ type, subject }: { type: string; subject: string }) => [type, subject]),
    [
      [
        'comment.created',
        `Sam Sample commented on WEB-${(await done200(owner, 'GET', `/task/${id}`)).item.number} Secret plan`,
      ],
      ['project.role_changed', 'Sam Sample changed your role in the project “Website”'],
      ['project.member_added', 'Sam Sample added you to the project “Website”'],
    ],
  )
  await done200(owner, 'DELETE', `${url}/${guest.id}`)
  const [removed, ...others] = await listOf(guest)
  assert.deepEqual(
    [removed.type, others],
    ['project.member_removed', []],
    'the past of the project is closed too',
  )
  assert.equal((await done200(guest, 'GET', '/notification/unread-count')).item.unread, 1)
  await sixMinutesLater(services)
  await comment(owner, id, `Better, @[${guest.id}]`)
  await done200(manager, 'POST', `/task/${id}/move-to-column`, { columnId: done })
  assert.deepEqual(
    await notified(services, { guest }, { taskId: id }),
    ['guest comment.created'],
    'neither what follows from the removal nor anything later',
  )
  const hidden = await deps.db
    .selectFrom('notifications')
    .where('userId', '=', guest.id)
    .where('type', '=', 'comment.created')
    .select('id')
    .executeTakeFirstOrThrow()
  assert.equal((await guest.call('POST', `/notification/${hidden.id}/read`)).statusCode, 403)
})

test('a member who leaves is not notified about it', async () => {
  const guest = await createUser(services)
  await done200(manager, 'POST', `/project/${project.id}/member`, { userId: guest.id, role: 'member' })
  await done200(guest, 'DELETE', `/project/${project.id}/member/${guest.id}`)
  assert.deepEqual(await listOf(guest), [])
})

test('an invitation notifies the user with the address, its acceptance the inviter', async () => {
  const guest = await createUser(services)
  const invite = (email: string) =>
    done200(manager, 'POST', `/project/${project.id}/invite`, { email, role: 'viewer' })
  const { item } = await invite(guest.email.toUpperCase())
  await invite('no-user@example.org')
  const [invited] = await listOf(guest)
  assert.deepEqual([invited.type, invited.context.invitationId], ['invitation.created', item.id])
  assert.ok(!JSON.stringify(invited).includes(item.token))
  await done200(guest, 'POST', '/invitation/accept', { token: item.token })
  const [accepted] = await listOf(manager)
  assert.deepEqual([accepted.type, accepted.actor.id], ['invitation.accepted', guest.id])
  assert.deepEqual((await listOf(guest)).length, 1, 'not about joining')
  const all = await notified(services, { ...people, guest }, { projectId: project.id })
  assert.equal(all.filter(one => one.endsWith('invitation.accepted')).length, 1)
})

test('an invitation does not notify a user with an unconfirmed address', async () => {
  const guest = await createUnconfirmedUser(services)
  const invite = () =>
    done200(manager, 'POST', `/project/${project.id}/invite`, { email: guest.email, role: 'viewer' })
  await invite()
  assert.deepEqual(await listOf(guest), [])
  await confirmEmail(services, guest.passportId)
  const { email: login, password } = guest
  const signIn = await services.app.inject({
    method: 'POST',
    url: '/user/login',
    payload: { login, password },
  })
  assert.equal(signIn.statusCode, 200, signIn.body)
  const { item } = await invite()
  const received = (await listOf(guest)) as { type: string; context: { invitationId: number } }[]
  assert.deepEqual(
    received.map(({ type, context }) => [type, context.invitationId]),
    [['invitation.created', item.id]],
  )
})

test('deleting, restoring and permanently deleting a task notify no one', async () => {
  const id = await aTask(owner, { assigneeId: member.id })
  await done200(manager, 'DELETE', `/task/${id}`)
  await done200(manager, 'POST', `/task/${id}/restore`)
  await done200(owner, 'DELETE', `/task/${id}/hard`)
  assert.deepEqual(await notifiedAbout(id), ['member task.assigned'])
})

test('within five minutes one notification per type and task is kept, then another', async () => {
  const id = await aTask(owner)
  for (const text of ['One', 'Two', 'Three']) await comment(member, id, text)
  assert.deepEqual(await notifiedAbout(id), ['owner comment.created'])
  await comment(member, id, `Four @[${owner.id}]`)
  await comment(member, id, `Five @[${owner.id}]`)
  assert.deepEqual(
    await notifiedAbout(id),
    ['owner comment.created', 'owner comment.mention'],
    'another kind',
  )
  const other = await aTask(owner)
  await comment(member, other, 'One')
  assert.deepEqual(await notifiedAbout(other), ['owner comment.created'], 'another task')
  await sixMinutesLater(services)
  await comment(member, id, 'Six')
  assert.equal((await notifiedAbout(id)).filter(one => one === 'owner comment.created').length, 2)
})

test('a due date that changes twice is reported with its latest value, as a new notification', async () => {
  const id = await aTask(owner, { assigneeId: member.id })
  await done200(manager, 'PUT', `/task/${id}`, { dueDate: '2026-02-03' })
  const [first] = await listOf(member)
  await done200(member, 'POST', `/notification/${first.id}/read`)
  await done200(owner, 'PUT', `/task/${id}`, { dueDate: '2026-02-10' })
  const [second, ...others] = await listOf(member)
  assert.deepEqual([second.type, second.body], ['task.due_changed', 'It is now due on February 10, 2026.'])
  assert.equal(second.actor.id, owner.id, 'who changed it last')
  assert.ok(second.id > first.id)
  assert.deepEqual([second.readAt, second.context.replaces], [null, [first.id]], 'unread again')
  assert.ok(!others.some((one: { id: number }) => one.id === first.id), 'the earlier one is gone')
  assert.equal((await member.call('POST', `/notification/${first.id}/read`)).statusCode, 404)
})

test('a user who is reassigned within five minutes is notified after the unassignment', async () => {
  const id = await aTask(owner, { assigneeId: member.id })
  await done200(manager, 'PUT', `/task/${id}`, { assigneeId: null })
  await done200(manager, 'PUT', `/task/${id}`, { assigneeId: member.id })
  const received = (await listOf(member)).filter(({ context }: Received) => context.taskId === id)
  assert.deepEqual(
    received.map(({ type }: Received) => type),
    ['task.assigned', 'task.unassigned'],
    'newest first',
  )
})

test('who wrote a comment is notified of replies to it as such, others of a comment', async () => {
  const { owner, manager, member, toDo } = await createTeam(services)
  const { item } = await done200(owner, 'POST', '/task', { title: 'Discuss', columnId: toDo })
  const asked = await done200(member, 'POST', `/task/${item.id}/comment`, { text: 'Question' })
  const reply = { text: 'Answer', replyToId: asked.item.id }
  await done200(manager, 'POST', `/task/${item.id}/comment`, reply)
  const task = `WEB-${item.number} Discuss`
  const [toAuthor] = await listOf(member)
  assert.deepEqual(
    [toAuthor.type, toAuthor.subject, toAuthor.body],
    ['comment.created', `Sam Sample replied to your comment on ${task}`, 'Answer'],
  )
  const [toOwner] = await listOf(owner)
  assert.match(toOwner.subject, /commented on/)
})

test('comments of several users are merged into one notification with the latest text', async () => {
  const { owner, manager, member, project, toDo } = await createTeam(services)
  const [third, fourth] = [await createUser(services), await createUser(services)]
  for (const { id } of [third, fourth]) {
    await done200(owner, 'POST', `/project/${project.id}/member`, { userId: id, role: 'member' })
  }
  for (const [n, { id }] of [manager, member, third, fourth].entries()) {
    const name = ['Ann', 'Bob', 'Carl', 'Dora'][n]
    await sql`update users set name = ${name}, surname = 'Lee' where id = ${id}`.execute(deps.db)
  }
  const { item } = await done200(owner, 'POST', '/task', { title: 'Discuss', columnId: toDo })
  const task = `WEB-${item.number} Discuss`
  const newest = async () => (await listOf(owner))[0]
  await comment(manager, item.id, 'First')
  assert.equal((await newest()).subject, `Ann Lee commented on ${task}`)
  await comment(member, item.id, 'Second')
  const both = await newest()
  assert.deepEqual([both.subject, both.body], [`Ann Lee and Bob Lee commented on ${task}`, 'Second'])
  assert.equal(both.actor.id, member.id, 'the latest actor is first')
  assert.deepEqual(
    both.context.actors.map(({ id }: { id: number }) => id),
    [manager.id, member.id],
  )
  await comment(manager, item.id, 'Third')
  assert.equal((await newest()).subject, `Ann Lee and Bob Lee commented on ${task}`)
  await done200(owner, 'PUT', '/users/me/settings', { language: 'ru' })
  await comment(third, item.id, 'Fourth')
  assert.equal((await newest()).subject, `Ann Lee, Bob Lee и Carl Lee комментируют ${task}`)
  await done200(owner, 'PUT', '/users/me/settings', { language: 'en' })
  await comment(fourth, item.id, 'Fifth')
  const last = await newest()
  assert.deepEqual([last.subject, last.body], [`Ann Lee, Bob Lee and 2 others commented on ${task}`, 'Fifth'])
  assert.deepEqual(
    await notified(services, { owner }, { taskId: item.id }).then(all => all.filter(isOwners)),
    ['owner comment.created'],
  )
})

function isOwners(line: string) {
  return line.startsWith('owner ')
}

test('twenty concurrent comments notify once', async () => {
  const id = await aTask(owner)
  const texts = Array.from({ length: 20 }, (_, n) => `Comment ${n}`)
  await Promise.all(texts.map(text => comment(member, id, text)))
  assert.deepEqual(await notifiedAbout(id), ['owner comment.created'])
})

test('muted types are not stored for the user, but for others', async () => {
  await withPreferences(member, { mutedTypes: ['comment.created', 'task.assigned'] }, async () => {
    const id = await aTask(owner, { assigneeId: member.id })
    await comment(manager, id, 'Quiet')
    assert.deepEqual(await notifiedAbout(id), ['owner comment.created'])
    await comment(manager, id, `Loud @[${member.id}]`)
    assert.deepEqual(await notifiedAbout(id), ['member comment.mention', 'owner comment.created'])
  })
  await withPreferences(member, { mutedProjects: [project.id] }, async () => {
    const id = await aTask(owner, { assigneeId: member.id })
    await comment(manager, id, `Loud @[${member.id}]`)
    assert.deepEqual(await notifiedAbout(id), ['owner comment.created'])
  })
})

test('archived users are not notified', async () => {
  const guest = await createUser(services)
  await done200(manager, 'POST', `/project/${project.id}/member`, { userId: guest.id, role: 'member' })
  const id = await aTask(owner, { assigneeId: guest.id })
  await sql`update users set archived_at = now() where id = ${guest.id}`.execute(deps.db)
  await comment(owner, id, `Where are you, @[${guest.id}]?`)
  assert.deepEqual(await notified(services, { guest }, { taskId: id }), ['guest task.assigned'])
})

test('a notification is in the recipient’s language and has a link target', async () => {
  await done200(member, 'PUT', '/users/me/settings', { language: 'ru' })
  const id = await aTask(manager, {
    assigneeId: member.id,
    dueDate: '2026-02-01',
    title: `Fix ${'🙂'.repeat(200)}`,
  })
  await done200(member, 'PUT', '/users/me/settings', { language: null })
  const [notification] = await listOf(member)
  const { number, title } = (await done200(member, 'GET', `/task/${id}`)).item
  assert.equal(notification.subject, `Sam Sample назначает вам WEB-${number} Fix ${'🙂'.repeat(116)}…`)
  assert.equal(notification.body, 'Проект «Website». Срок: 1 февраля 2026 г.')
  assert.deepEqual(notification.context, {
    type: 'task.assigned',
    notificationId: notification.id,
    projectId: project.id,
    projectName: 'Website',
    boardId,
    taskId: id,
    taskNumber: number,
    taskTitle: title,
    dueDate: '2026-02-01',
    actorId: manager.id,
    actor: { id: manager.id, name: 'Sam Sample' },
  })
  assert.deepEqual(Object.keys(notification).sort(), [
    'actor',
    'body',
    'context',
    'createdAt',
    'id',
    'readAt',
    'subject',
    'type',
  ])
  assert.deepEqual([notification.actor.id, notification.readAt], [manager.id, null])
})

test('the ids of a recipient grow in commit order, also with an open transaction', async () => {
  const answered: string[] = []
  const changeRole = (by: typeof deps, userId: number, role: MemberRole) =>
    inTransaction(by, (_, emit) =>
      emit({
        type: 'member.role_changed',
        projectId: project.id,
        actorId: owner.id,
        before: { userId, role },
        after: { userId, role },
      }),
    ).then(() => answered.push(role))
  const paused = pausedBeforeCommit(services)
  const slow = changeRole(paused.deps, viewer.id, 'member')
  await paused.written
  const quick = changeRole(deps, viewer.id, 'manager')
  await untilOneWaits(services)
  await changeRole(deps, member.id, 'owner')
  assert.deepEqual(answered, ['owner'], 'the same recipient waits, another one does not')
  paused.commit()
  await Promise.all([slow, quick])
  const [second, first] = await listOf(viewer)
  assert.deepEqual([first.context.role, second.context.role], ['member', 'manager'])
})

longTest('concurrent changes that notify several users do not deadlock', async () => {
  const writers = [owner, manager, member]
  const everyone = [...writers, worker]
  const by = <T>(list: T[], n: number) => list[n % list.length] as T
  const numbers = Array.from({ length: 40 }, (_, n) => n)
  const ids = await Promise.all(
    numbers.map(n => aTask(by(writers, n), { assigneeId: by(everyone, n + 1).id })),
  )
  for (const round of [1, 2]) {
    const changes = (n: number) => ({
      assigneeId: by(everyone, n * 7 + round).id,
      dueDate: `2027-01-0${round}`,
    })
    const changed = ids.map((id, n) => by(writers, n + 2).call('PUT', `/task/${id}`, changes(n)))
    for (const { statusCode, body } of await Promise.all(changed)) assert.equal(statusCode, 200, body)
  }
})

longTest(
  'an event without recipients runs no statement, and one with many no more than one with few',
  async () => {
    const instance = await startInstrumentedInstance(services)
    const call = (user: User, method: 'POST' | 'PUT', url: string, payload: object) => () =>
      instance.app.inject({ method, url, payload, headers: { authorization: `Bearer ${user.token}` } })
    const ofNotifications = async (request: ReturnType<typeof call>) =>
      (await instance.statementsOf(request)).filter(({ sql }) =>
        /called|as project_name|advisory_xact_lock\(hashtext\('notif|'actors'|insert into notifications|add_jobs/.test(
          sql,
        ),
      ).length
    const id = await aTask(owner)
    await call(owner, 'PUT', `/task/${id}`, { title: 'Warm up' })()
    assert.equal(await ofNotifications(call(owner, 'PUT', `/task/${id}`, { title: 'Nothing new' })), 0)
    assert.equal(await ofNotifications(call(owner, 'POST', `/task/${id}/comment`, { text: 'To oneself' })), 2)
    const few = await ofNotifications(call(member, 'POST', `/task/${id}/comment`, { text: 'To one' }))
    const everyone = [owner, manager, viewer].map(user => `@[${user.id}]`).join(' ')
    const many = await ofNotifications(call(member, 'POST', `/task/${id}/comment`, { text: everyone }))
    assert.deepEqual([few, many], [6, 6])
    const { owner: leader, member: leaving, project, toDo } = await createTeam(services)
    for (const title of ['One', 'Two', 'Three']) {
      await done200(leader, 'POST', '/task', { title, columnId: toDo, assigneeId: leaving.id })
    }
    const removal = () =>
      instance.app.inject({
        method: 'DELETE',
        url: `/project/${project.id}/member/${leaving.id}`,
        headers: { authorization: `Bearer ${leader.token}` },
      })
    assert.equal(await ofNotifications(removal), 6, 'nor do many events')
  },
)

longTest('neither writing nor reading scans the notifications of others', async () => {
  const id = await aTask(owner, { assigneeId: member.id })
  await withoutTimeLimit(deps.db, async db => {
    await sql`insert into notifications (user_id, type, project_id, task_id, subject, body, context, read_at)
    select users.id, 'comment.created', ${project.id}, ${id} + 1000 + n, '', '', '{}', now()
    from users cross join generate_series(1, 2000) as n`.execute(db)
    await sql`analyze`.execute(db)
  })
  const { app, plansOf } = await startInstrumentedInstance(services)
  const headers = { authorization: `Bearer ${manager.token}` }
  for (const [method, url, index] of [
    ['GET', '/notification?limit=20', 'notifications_by_time_idx'],
    ['GET', '/notification/unread-count', 'notifications_unread_by_time_idx'],
    ['POST', `/task/${id}/comment`, 'notifications_recent_idx'],
  ] as const) {
    const payload = method === 'POST' ? { text: 'Hello' } : undefined
    await app.inject({ method: 'GET', url: '/notification', headers })
    const { scanned, indexes } = await plansOf(() => app.inject({ method, url, payload, headers }))
    assert.ok(!scanned.includes('notifications'), `${url} scans`)
    assert.ok(indexes.includes(index), `${url} uses ${indexes}`)
  }
  await deps.db.deleteFrom('notifications').where('subject', '=', '').execute()
})

test('the list is in the order of time, whatever the ids are, and pages do not overlap', async () => {
  const { owner, member, toDo } = await createTeam(services)
  for (let n = 0; n < 6; n += 1) {
    await done200(owner, 'POST', '/task', { title: `Task ${n}`, columnId: toDo, assigneeId: member.id })
  }
  const ids = (await listOf(member)).map(({ id }: { id: number }) => id)
  // The first and the last at the same moment, the others from old to new against their ids.
  const at = (hour: number) => `2026-01-05T0${hour}:00:00.000Z`
  for (const [index, id] of ids.entries()) {
    const createdAt = at(index === 5 ? 0 : index)
    await services.deps.db.updateTable('notifications').set({ createdAt }).where('id', '=', id).execute()
  }
  const expected = [ids[4], ids[3], ids[2], ids[1], ids[0], ids[5]]
  const idsOf = async (page: number) => {
    const { items } = await done200(member, 'GET', `/notification?limit=2&page=${page}&unread=true`)
    return items.map(({ id }: { id: number }) => id)
  }
  assert.deepEqual([...(await idsOf(1)), ...(await idsOf(2)), ...(await idsOf(3))], expected)
})

test('the list has the user’s own notifications, newest first, with filters and an exact count', async () => {
  const { owner, member, project, toDo } = await createTeam(services)
  for (const title of ['One', 'Two', 'Three']) {
    const { item } = await done200(owner, 'POST', '/task', { title, columnId: toDo, assigneeId: member.id })
    await done200(owner, 'POST', `/task/${item.id}/comment`, { text: title })
  }
  const page = await done200(member, 'GET', '/notification?limit=4')
  assert.deepEqual(page._meta, { total: 6, page: 1, limit: 4, pages: 2 })
  assert.deepEqual(
    page.items.map(({ type, body }: { type: string; body: string }) =>
      type === 'comment.created' ? body : type,
    ),
    ['Three', 'task.assigned', 'Two', 'task.assigned'],
  )
  const [first, second] = page.items
  const read = (await done200(member, 'POST', `/notification/${first.id}/read`)).item
  assert.deepEqual({ ...read, readAt: null }, first)
  assert.deepEqual((await done200(member, 'POST', `/notification/${first.id}/read`)).item, read, 'read once')
  const idsOf = async (query: string) => (await listOf(member, query)).map(({ id }: { id: number }) => id)
  assert.deepEqual(await idsOf('&unread=false'), [first.id])
  assert.equal((await idsOf('&unread=true')).length, 5)
  assert.equal((await idsOf('&unread=true')).includes(first.id), false)
  assert.equal((await idsOf('&type=task.assigned')).length, 3)
  assert.ok((await idsOf('&type=task.assigned')).includes(second.id))
  assert.equal((await idsOf(`&projectId=${project.id}`)).length, 6)
  assert.deepEqual((await done200(member, 'GET', '/notification/unread-count')).item, { unread: 5 })
  assert.deepEqual(await listOf(owner), [])
  for (const [query, status] of [
    [`projectId=${team.project.id}`, 403],
    ['projectId=999999', 404],
    ['type=task.exploded', 422],
    ['unread=perhaps', 422],
  ] as const) {
    assert.equal((await member.call('GET', `/notification?${query}`)).statusCode, status, query)
  }
})

test('a notification of another user is 403, an unknown one 404', async () => {
  await aTask(manager, { assigneeId: member.id })
  const [notification] = await listOf(member, '&unread=true')
  for (const user of [owner, manager, stranger]) {
    assert.equal((await user.call('POST', `/notification/${notification.id}/read`)).statusCode, 403)
  }
  assert.equal((await member.call('POST', '/notification/999999999/read')).statusCode, 404)
  assert.equal((await listOf(member, '&unread=true'))[0].id, notification.id)
})

test('all notifications can be marked as read, of one project or of all', async () => {
  const other = (await done200(owner, 'POST', '/project', { name: 'Other' })).item
  await done200(owner, 'POST', `/project/${other.id}/member`, { userId: member.id, role: 'member' })
  await aTask(manager, { assigneeId: member.id })
  await aTask(manager, { assigneeId: worker.id })
  const unread = async (user: User) => (await done200(user, 'GET', '/notification/unread-count')).item.unread
  const before = await unread(member)
  assert.deepEqual(await done200(member, 'POST', '/notification/read-all', { projectId: other.id }), {
    message: 'Notifications marked as read: 1',
  })
  assert.equal(await unread(member), before - 1)
  await done200(member, 'POST', '/notification/read-all')
  assert.equal(await unread(member), 0)
  assert.ok((await unread(worker)) > 0)
  const foreign = await stranger.call('POST', '/notification/read-all', { projectId: project.id })
  assert.equal(foreign.statusCode, 403)
  assert.equal((await member.call('POST', '/notification/read-all', { projectId: 999999 })).statusCode, 404)
  assert.equal((await member.call('POST', '/notification/read-all', { project: 1 })).statusCode, 422)
})

test('preferences are per user, are merged, and accept known values only', async () => {
  const guest = await createUser(services)
  const url = '/notification/preferences'
  const times = { quietHours: null, summaryAt: null, timeZone: 'UTC' }
  const initial = { mail: 'digest', mutedTypes: [], mutedProjects: [], ...times }
  assert.deepEqual(await done200(guest, 'GET', url), { item: initial })
  assert.deepEqual(await done200(guest, 'PUT', url, { mail: 'none' }), { item: { ...initial, mail: 'none' } })
  const mutedTypes = ['task.completed', 'task.completed', 'comment.created']
  const changed = {
    item: { ...initial, mail: 'none', mutedTypes: ['task.completed', 'comment.created'] },
  }
  assert.deepEqual(await done200(guest, 'PUT', url, { mutedTypes }), changed)
  assert.deepEqual(await done200(guest, 'PUT', url, {}), changed)
  assert.deepEqual(await done200(guest, 'GET', url), changed)
  for (const [body, field] of [
    [{ mail: 'daily' }, 'mail'],
    [{ mutedTypes: ['task.exploded'] }, 'mutedTypes.0'],
    [{ mutedProjects: [project.id] }, 'mutedProjects'],
    [{ mutedProjects: [999999] }, 'mutedProjects'],
    [{ mutedProjects: ['1'] }, 'mutedProjects.0'],
    [{ language: 'ru' }, 'language'],
  ] as [object, string][]) {
    const response = await guest.call('PUT', url, body)
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(response.json().error.details.errors[field], response.body)
  }
  await done200(owner, 'POST', `/project/${project.id}/member`, { userId: guest.id, role: 'member' })
  await done200(guest, 'PUT', url, { mutedProjects: [project.id] })
  await done200(owner, 'DELETE', `/project/${project.id}/member/${guest.id}`)
  const kept = await done200(guest, 'PUT', url, { mutedProjects: [project.id] })
  assert.deepEqual(kept.item.mutedProjects, [project.id], 'a project that was muted before can stay')
})

test('read notifications are kept for 90 days, all for 180; expired stream tokens are deleted', async () => {
  const guest = await createUser(services)
  const { db } = deps
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const store = async (days: number, isRead: boolean) => {
    const row = {
      userId: guest.id,
      type: 'project.member_removed',
      projectId: project.id,
      subject: `${isRead ? 'read' : 'unread'} ${days}`,
      body: '',
    }
    const at = { createdAt: daysAgo(days), readAt: isRead ? daysAgo(1) : null }
    await db
      .insertInto('notifications')
      .values({ ...row, ...at, context: '{}' })
      .execute()
  }
  for (const days of [89, 91, 179, 181]) for (const isRead of [true, false]) await store(days, isRead)
  await guest.call('GET', '/events/token')
  await db
    .updateTable('streamTokens')
    .set({ expiresAt: daysAgo(1) })
    .execute()
  await guest.call('GET', '/events/token')
  await cleanUp(deps)
  const left = (await listOf(guest)).map(({ subject }: { subject: string }) => subject)
  assert.deepEqual(left, ['unread 89', 'read 89', 'unread 91', 'unread 179'])
  assert.equal((await db.selectFrom('streamTokens').selectAll().execute()).length, 1)
})
