import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { insertMember } from '#projects/project.queries.ts'
import { sharedServices } from '../both-services.ts'
import { notified } from '../notified.ts'
import { createTeamTask, listActivity } from '../task-parts.ts'
import { createTeam, type Team, type User } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const team = await createTeam(services)
const { owner, manager, member, viewer, project, boardId } = team
const other = await createTarget('Elsewhere')

/** Another project of the owner with the team's member in it, and a board of three columns. */
async function createTarget(name: string) {
  const { id } = (await owner.call('POST', '/project', { name })).json().item as { id: number }
  await insertMember(db, id, member.id, 'member')
  const board = (await owner.call('POST', `/project/${id}/board`, { name: 'There' })).json().item
  const { columns } = (await owner.call('GET', `/board/${board.id}`)).json().item
  const [toDo, inProgress, done] = columns.map((column: { id: number }) => column.id)
  return { id, boardId: board.id as number, toDo, inProgress, done }
}

const move = (id: number, body: object, user: User = member) =>
  user.call('POST', `/task/${id}/move-to-project`, body)

async function getItem(url: string, user: User = member) {
  const response = await user.call('GET', url)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

test('a task moves with its comments, checklist, and time, and gets a new number', async () => {
  const id = await createTeamTask(team)
  await member.call('POST', `/task/${id}/comment`, { text: 'A comment' })
  await member.call('POST', `/task/${id}/checklist`, { title: 'A step' })
  await member.call('POST', '/time-interval', { taskId: id, startedAt: '2026-01-05T10:00:00Z', duration: 60 })
  await member.call('POST', `/task/${id}/assign`, { assigneeId: member.id })
  const before = await getItem(`/task/${id}`)
  const existing = (await member.call('POST', '/task', { title: 'First', projectId: other.id })).json().item
  const response = await move(id, { projectId: other.id })
  assert.equal(response.statusCode, 200, response.body)
  const { item, leftBehind } = response.json()
  assert.deepEqual(leftBehind, {
    stickers: [],
    fields: [],
    assigneeId: null,
    assigneeIds: [],
    watcherIds: [],
  })
  assert.deepEqual(item, {
    ...before,
    projectId: other.id,
    boardId: other.boardId,
    columnId: other.toDo,
    number: existing.number + 1,
    position: item.position,
    version: before.version + 1,
    updatedAt: item.updatedAt,
  })
  assert.ok(item.position > existing.position)
  assert.deepEqual(await getItem(`/task/${id}`), item)
  assert.equal((await manager.call('GET', `/task/${id}`)).statusCode, 403)
  const report = (await owner.call('GET', `/time-interval?projectId=${other.id}`)).json()
  assert.deepEqual(
    report.items.map((interval: { taskId: number }) => interval.taskId),
    [id],
  )
  const left = (await member.call('GET', `/task?boardId=${boardId}&limit=1000`)).json().items
  assert.ok(!left.some((task: { id: number }) => task.id === id))
})

test('the search finds it in its new project by its new number only', async () => {
  const id = await createTeamTask(team)
  const { number } = (await move(id, { projectId: other.id })).json().item
  const search = async (projectId: number, words: string) => {
    const { items } = (
      await member.call('GET', `/task?projectId=${projectId}&limit=1000&search=${encodeURIComponent(words)}`)
    ).json()
    return items.some((task: { id: number }) => task.id === id)
  }
  assert.equal(await search(other.id, `#${number}`), true)
  assert.equal(await search(other.id, 'Write it down'), true)
  assert.equal(await search(project.id, 'Write it down'), false)
})

test('both projects record the move', async () => {
  const id = await createTeamTask(team)
  const { number } = await getItem(`/task/${id}`)
  const { item } = (await move(id, { projectId: other.id })).json()
  const events = (await listActivity(services, { taskId: id }, 'task')).slice(1)
  assert.deepEqual(
    events.map(({ type, projectId, boardId, before, after }) => ({
      type,
      projectId,
      boardId,
      before,
      after,
    })),
    [
      {
        type: 'task.moved_out',
        projectId: project.id,
        boardId,
        before: { title: 'Write it down', number, columnId: team.toDo },
        after: { toProjectId: other.id },
      },
      {
        type: 'task.moved_in',
        projectId: other.id,
        boardId: other.boardId,
        before: {},
        after: {
          title: 'Write it down',
          number: item.number,
          columnId: other.toDo,
          assigneeId: null,
          assigneeIds: [],
          dueDate: null,
          priorityId: item.priorityId,
          fromProjectId: project.id,
        },
      },
    ],
  )
})

test('without a column it goes to the one of the same title, and a completed task stays completed', async () => {
  const id = await createTeamTask(team)
  const done = (await member.call('POST', `/task/${id}/move-to-column`, { columnId: team.done })).json().item
  const { item } = (await move(id, { projectId: other.id })).json()
  assert.deepEqual([item.columnId, item.completedAt], [other.done, done.completedAt])
  const open = (await move(id, { projectId: project.id, columnId: team.toDo })).json().item
  assert.deepEqual([open.columnId, open.completedAt], [team.toDo, null])
})

test('stickers are matched by name or left behind', async () => {
  const id = await createTeamTask(team)
  const attach = async (name: string) => {
    const sticker = (await manager.call('POST', '/sticker', { name, projectId: project.id })).json().item
    await member.call('POST', `/task/${id}/sticker`, { stickerId: sticker.id })
  }
  await attach('Bug')
  await attach('Only here')
  const own = (await owner.call('POST', '/sticker', { name: 'bug', projectId: other.id })).json().item
  const { item, leftBehind } = (await move(id, { projectId: other.id })).json()
  assert.deepEqual(item.stickers, [own])
  assert.deepEqual(leftBehind.stickers, ['Only here'])
  const found = (await member.call('GET', `/task?stickerId=${own.id}`)).json().items
  assert.deepEqual(
    found.map((task: { id: number }) => task.id),
    [id],
  )
})

test('an assignee who cannot edit tasks there is unassigned and notified in the old project', async () => {
  const id = await createTeamTask(team)
  await member.call('POST', `/task/${id}/assign`, { assigneeId: manager.id })
  await db.deleteFrom('notifications').where('taskId', '=', id).execute()
  const { item, leftBehind } = (await move(id, { projectId: other.id })).json()
  assert.deepEqual([item.assigneeId, leftBehind.assigneeId], [null, manager.id])
  assert.deepEqual(await notified(services, { manager, member, owner }, { taskId: id }), [
    'manager task.moved_out',
    'manager task.unassigned',
  ])
  const { items } = (await manager.call('GET', `/notification?projectId=${project.id}`)).json()
  assert.deepEqual(
    items.slice(0, 2).map(({ subject }: { subject: string }) => subject),
    [
      'Sam Sample moved Write it down out of the project “Website”',
      'Sam Sample unassigned you from Write it down',
    ],
  )
})

test('nobody gains rights over a task by moving it to a project where their role is higher', async () => {
  const id = await createTeamTask(team)
  const own = (await member.call('GET', '/project?type=personal')).json().items[0] as { id: number }
  const refused = await move(id, { projectId: own.id })
  assert.equal(refused.statusCode, 403, refused.body)
  const { reason, role, targetRole, requiredRole } = refused.json().error.details
  assert.deepEqual(
    { reason, role, targetRole, requiredRole },
    { reason: 'move_requires_manager', role: 'member', targetRole: 'owner', requiredRole: 'manager' },
  )
  const managed = await createTarget('Managed')
  await db
    .updateTable('projectMembers')
    .set({ role: 'manager' })
    .where('projectId', '=', managed.id)
    .where('userId', '=', member.id)
    .execute()
  assert.equal((await move(id, { projectId: managed.id })).statusCode, 403)
  assert.equal((await getItem(`/task/${id}`)).projectId, project.id)
  const child = (await member.call('POST', '/task', { title: 'Part', parentId: id })).json().item
  assert.equal((await move(child.id, { projectId: own.id })).statusCode, 403)
  const bulk = await member.call('POST', '/task/bulk', { ids: [id], change: { columnId: managed.toDo } })
  assert.deepEqual(bulk.json().item.changedIds, [])

  const managerOwn = (await manager.call('GET', '/project?type=personal')).json().items[0] as { id: number }
  assert.equal((await move(id, { projectId: managerOwn.id }, manager)).statusCode, 200)
  assert.equal((await move(id, { projectId: project.id }, manager)).statusCode, 200)
  const captured = (await member.call('POST', '/task', { title: 'Quick capture' })).json().item
  assert.equal((await move(captured.id, { projectId: project.id })).statusCode, 200)
  assert.equal((await move(captured.id, { projectId: own.id })).statusCode, 403)
})

test('people who worked on a task learn that it moved, and the others where it is', async () => {
  const id = await createTeamTask(team)
  await owner.call('POST', `/task/${id}/comment`, { text: 'Noted' })
  await manager.call('POST', '/time-interval', {
    taskId: id,
    startedAt: '2026-01-05T10:00:00Z',
    duration: 60,
  })
  await viewer.call('PUT', `/task/${id}/watch`)
  await db.deleteFrom('notifications').where('taskId', '=', id).execute()
  assert.equal((await move(id, { projectId: other.id })).statusCode, 200)
  const people = { owner, manager, member, viewer }
  assert.deepEqual(await notified(services, people, { taskId: id }), [
    'manager task.moved_out',
    'owner task.moved_in',
    'viewer task.moved_out',
  ])
  const [lost] = (await manager.call('GET', `/notification?projectId=${project.id}`)).json().items
  assert.doesNotMatch(JSON.stringify(lost), /Elsewhere/)
  const [kept] = (await owner.call('GET', `/notification?projectId=${other.id}`)).json().items
  assert.match(kept.subject, /^Sam Sample moved ELS-\d+ Write it down to the project “Elsewhere”$/)
})

test('rights are needed in both projects, and every id is checked', async () => {
  const id = await createTeamTask(team)
  const statusOf = async (body: object, user?: User) => (await move(id, body, user)).statusCode
  const codesOf = async (body: object) => (await move(id, body)).json().error.details.codes
  assert.equal(await statusOf({ projectId: other.id }, manager), 403)
  assert.equal(await statusOf({ projectId: other.id }, viewer), 403)
  await insertMember(db, other.id, viewer.id, 'member')
  assert.equal(await statusOf({ projectId: other.id }, viewer), 403)
  assert.deepEqual(await codesOf({ projectId: 999_999 }), { projectId: ['does_not_exist'] })
  assert.deepEqual(await codesOf({ projectId: project.id }), { projectId: ['same_project'] })
  assert.deepEqual(await codesOf({ projectId: other.id, columnId: team.toDo }), {
    columnId: ['in_other_project'],
  })
  assert.deepEqual(await codesOf({ projectId: other.id, boardId }), { boardId: ['in_other_project'] })
  const second = (await owner.call('POST', `/project/${other.id}/board`, { name: 'Second' })).json().item
  assert.deepEqual(await codesOf({ projectId: other.id, boardId: second.id, columnId: other.toDo }), {
    columnId: ['not_on_this_board'],
  })
  assert.equal((await getItem(`/task/${id}`)).projectId, project.id)
  const archived = await createTarget('Archived')
  await owner.call('DELETE', `/project/${archived.id}`)
  assert.equal(await statusOf({ projectId: archived.id }), 409)
  const moved = (await move(id, { projectId: other.id, boardId: second.id })).json().item
  assert.equal(moved.boardId, second.id)
  await member.call('DELETE', `/task/${id}`)
  assert.equal(await statusOf({ projectId: project.id }), 410)
})

test('timers of people who cannot track time there are stopped, others keep running', async () => {
  const id = await createTeamTask(team)
  for (const user of [manager, member]) await user.call('POST', '/time-interval/start', { taskId: id })
  await db
    .updateTable('timeIntervals')
    .set({ startedAt: new Date(Date.now() - 60_000).toISOString() })
    .where('taskId', '=', id)
    .execute()
  assert.equal((await move(id, { projectId: other.id })).statusCode, 200)
  const running = async (user: User) => (await user.call('GET', '/time-interval/running')).json().item
  assert.equal(await running(manager), null)
  assert.equal((await running(member)).task.projectId, other.id)
  const times = await listActivity(services, { taskId: id }, 'time')
  const stopped = times.find(({ type }) => type === 'time.stopped')
  assert.equal(stopped?.projectId, project.id)
  await member.call('POST', '/time-interval/stop', { taskId: id })
})

/** Sends requests at the same moment, several times, and returns the statuses of each round. */
async function rounds(count: number, requests: (id: number) => Promise<{ statusCode: number }>[]) {
  const results: { id: number; statuses: number[] }[] = []
  for (let round = 0; round < count; round += 1) {
    const id = await createTeamTask(team as Team)
    const responses = await Promise.all(requests(id))
    results.push({ id, statuses: responses.map(({ statusCode }) => statusCode) })
  }
  return results
}

longTest(
  'of two moves to different projects at the same time, the task ends in one of them, complete',
  async () => {
    const third = await createTarget('Third')
    const raced = await rounds(6, id => [
      move(id, { projectId: other.id }),
      move(id, { projectId: third.id }, owner),
    ])
    for (const { id, statuses } of raced) {
      assert.ok(statuses.includes(200), String(statuses))
      for (const status of statuses) assert.ok(status === 200 || status === 409, String(statuses))
      const { projectId, boardId } = await getItem(`/task/${id}`, owner)
      assert.ok((projectId === other.id && boardId === other.boardId) || projectId === third.id)
      const rows = await db.selectFrom('taskTexts').where('taskId', '=', id).select('projectId').execute()
      assert.deepEqual(rows, [{ projectId }])
    }
  },
)

test('a move against a deletion leaves the task in the trash of one project', async () => {
  const raced = await rounds(6, id => [
    move(id, { projectId: other.id }),
    member.call('DELETE', `/task/${id}`),
  ])
  for (const { id, statuses } of raced) {
    assert.equal(statuses[1], 200)
    assert.ok(statuses[0] === 200 || statuses[0] === 410, String(statuses))
    const task = await db.selectFrom('tasks').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
    assert.notEqual(task.deletedAt, null)
    assert.equal(task.projectId, statuses[0] === 200 ? other.id : project.id)
  }
})

longTest('a move against time tracking leaves no timer of someone who cannot track time there', async () => {
  const raced = await rounds(6, id => [
    move(id, { projectId: other.id }),
    manager.call('POST', '/time-interval/start', { taskId: id }),
    member.call('POST', '/time-interval/start', { taskId: id }),
  ])
  for (const { id, statuses } of raced) {
    assert.equal(statuses[0], 200)
    assert.ok(statuses[1] === 200 || statuses[1] === 403, String(statuses))
    const timers = await db
      .selectFrom('timeIntervals')
      .where('taskId', '=', id)
      .where('endedAt', 'is', null)
      .select('userId')
      .execute()
    assert.ok(!timers.some(({ userId }) => userId === manager.id))
  }
})

longTest('opposite moves between two projects never wait for each other', async () => {
  const [here, there] = [await createTeamTask(team), await createTeamTask(team)]
  await move(there, { projectId: other.id })
  for (let round = 0; round < 4; round += 1) {
    const [away, back] = round % 2 ? [there, here] : [here, there]
    const responses = await Promise.all([
      move(away, { projectId: other.id }),
      move(back, { projectId: project.id }),
    ])
    assert.deepEqual(
      responses.map(({ statusCode }) => statusCode),
      [200, 200],
    )
  }
})
