import assert from 'node:assert/strict'
import { test } from 'node:test'
import { png, sendForm } from '@atrium/testing/forms'
import { eraseUser } from '#administration/erasure/erasure.commands.ts'
import { cleanUp } from '#clean-up.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await sharedServices()
const { deps } = services
const admin = await createUser(services, 'owner')

async function ok(user: User, ...[method, url, payload]: Parameters<User['call']>) {
  const response = await user.call(method, url, payload)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

function inDays(days: number) {
  return { ...deps, now: () => new Date(Date.now() + days * 86_400_000) }
}

/** A project with one of everything that can be deleted permanently, and the requests that would do so. */
async function aProjectToHold() {
  const team = await createTeam(services)
  const { owner, project, toDo } = team
  const { item: task } = await ok(owner, 'POST', '/task', { title: 'Evidence', columnId: toDo })
  const { item: comment } = await ok(owner, 'POST', `/task/${task.id}/comment`, { text: 'Remember' })
  const { item: step } = await ok(owner, 'POST', `/task/${task.id}/checklist`, { title: 'Step' })
  const startedAt = '2026-01-05T10:00:00.000Z'
  const time = { taskId: task.id, startedAt, duration: 600 }
  const { item: interval } = await ok(owner, 'POST', '/time-interval', time)
  const field = { name: 'Cost', type: 'number' }
  const { item: custom } = await ok(owner, 'POST', `/project/${project.id}/field`, field)
  const file = await sendForm(services, owner.token, `/task/${task.id}/attachment`, {
    file: { name: 'scan.png', content: png },
  })
  const { item: elsewhere } = await ok(owner, 'POST', '/project', { name: 'Elsewhere' })
  const { item: board } = await ok(owner, 'POST', `/project/${elsewhere.id}/board`, { name: 'Board' })
  const deletions: Parameters<User['call']>[] = [
    ['DELETE', `/comment/${comment.id}`],
    ['DELETE', `/checklist/${step.id}`],
    ['DELETE', `/time-interval/${interval.id}`],
    ['DELETE', `/attachment/${file.json().item.id}`],
    ['DELETE', `/field/${custom.id}`],
    ['POST', `/task/${task.id}/move-to-project`, { projectId: elsewhere.id, boardId: board.id }],
    ['DELETE', `/task/${task.id}/hard`],
  ]
  return { ...team, task, deletions }
}

test('nothing in a project on hold is deleted or moved out, and everything is again after the release', async () => {
  const { owner, project, task, deletions } = await aProjectToHold()
  const held = await ok(admin, 'PUT', `/project/${project.id}/hold`, { reason: 'Case 17' })
  assert.deepEqual([held.item.reason, held.item.heldBy], ['Case 17', admin.id])
  for (const [method, url, payload] of deletions) {
    const response = await owner.call(method, url, payload)
    assert.equal(response.statusCode, 409, `${method} ${url}: ${response.body}`)
    assert.equal(response.json().error.details.reason, 'project_on_hold', url)
  }
  await ok(owner, 'PUT', `/task/${task.id}`, { title: 'Work goes on' })

  await ok(admin, 'DELETE', `/project/${project.id}/hold`)
  const again = await admin.call('DELETE', `/project/${project.id}/hold`)
  assert.equal(again.json().error.details.reason, 'project_not_on_hold')
  for (const [method, url, payload] of deletions) await ok(owner, method, url, payload)
})

test('the trash, deleted columns and the activity of a project on hold stay for as long as it lasts', async () => {
  const { owner, project, task, toDo } = await aProjectToHold()
  const other = await aProjectToHold()
  await ok(admin, 'PUT', `/project/${project.id}/hold`, {})
  for (const one of [task, other.task])
    await ok(one === task ? owner : other.owner, 'DELETE', `/task/${one.id}`)
  await cleanUp(inDays(400))
  const rowsOf = async (id: number) =>
    deps.db.selectFrom('tasks').where('id', '=', id).select('columnId').execute()
  assert.deepEqual(await rowsOf(task.id), [{ columnId: toDo }])
  assert.deepEqual(await rowsOf(other.task.id), [])
  await ok(admin, 'DELETE', `/project/${project.id}/hold`)
  await cleanUp(inDays(400))
  assert.deepEqual(await rowsOf(task.id), [])
})

test('only holders of projects.manage.any hold and release; the owner of the project sees it', async () => {
  const { owner, manager, member, stranger, project } = await createTeam(services)
  const url = `/project/${project.id}/hold`
  for (const user of [owner, manager, member, stranger]) {
    assert.equal((await user.call('PUT', url, {})).statusCode, 403)
    assert.equal((await user.call('DELETE', url)).statusCode, 403)
  }
  assert.equal((await admin.call('PUT', '/project/999999/hold', {})).statusCode, 404)
  assert.deepEqual((await ok(owner, 'GET', url)).item, { heldAt: null, heldBy: null, reason: null })
  const { item } = await ok(admin, 'PUT', url, { reason: 'Case 18' })
  assert.deepEqual((await ok(owner, 'GET', url)).item, item)
  assert.equal((await ok(admin, 'PUT', url, { reason: 'Case 19' })).item.heldAt, item.heldAt)
  for (const user of [manager, member, stranger]) assert.equal((await user.call('GET', url)).statusCode, 403)
  const { items } = await ok(admin, 'GET', '/audit?action=project.held&limit=1')
  assert.deepEqual([items[0].subjectId, items[0].details], [project.id, { reason: 'Case 19' }])
})

test('an erased user is reported with the projects on hold, where the work stays', async () => {
  const { member, project, toDo } = await createTeam(services)
  const { item: task } = await ok(member, 'POST', '/task', { title: 'Mine', columnId: toDo })
  await ok(admin, 'PUT', `/project/${project.id}/hold`, {})
  const { heldProjectIds } = await eraseUser(deps, member.passportId)
  assert.deepEqual(heldProjectIds, [project.id])
  assert.equal((await ok(admin, 'GET', `/task/${task.id}`)).item.title, 'Mine')
})

test('what is kept for ever is never deleted', async () => {
  const { owner, project, toDo } = await createTeam(services)
  const { item: task } = await ok(owner, 'POST', '/task', { title: 'Old', columnId: toDo })
  await ok(owner, 'DELETE', `/task/${task.id}`)
  await ok(admin, 'PUT', `/project/${project.id}/hold`, {})
  await ok(admin, 'DELETE', `/project/${project.id}/hold`)
  const count = async () => (await ok(admin, 'GET', '/audit')).items.length
  const settings = { ...deps.settings, TRASH_KEEP_DAYS: 0, AUDIT_KEEP_DAYS: 0 }
  const before = await count()
  await cleanUp({ ...inDays(3000), settings })
  assert.ok(before > 0)
  assert.equal(await count(), before)
  assert.equal((await owner.call('POST', `/task/${task.id}/restore`)).statusCode, 200)
})
