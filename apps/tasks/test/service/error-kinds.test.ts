import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedServices } from '../both-services.ts'
import { createTeamTask } from '../task-parts.ts'
import { createTeam, createUser } from '../team.ts'

const services = await sharedServices()
const team = await createTeam(services)
const { member, manager, viewer, project } = team
const admin = await createUser(services, 'owner')

test('errors of a kind have a mark in common', async () => {
  const taskId = await createTeamTask(team)
  const role = (await admin.call('POST', '/roles', { name: 'auditor' })).json().item
  await admin.call('POST', '/user-roles', { userId: member.id, roleId: role.id })
  await manager.call('DELETE', `/task/${taskId}`)
  const sent = [
    [admin, 'GET', '/roles/999999', undefined, 'entity-not-found'],
    [admin, 'GET', '/users/999999', undefined, 'entity-not-found'],
    [admin, 'DELETE', '/user-roles/999999', undefined, 'entity-not-found'],
    [member, 'GET', '/nowhere', undefined, 'address-not-found'],
    [admin, 'POST', '/roles', { name: 'auditor' }, 'entity-already-exists'],
    [admin, 'POST', '/user-roles', { userId: member.id, roleId: role.id }, 'entity-already-exists'],
    [
      manager,
      'POST',
      `/project/${project.id}/member`,
      { userId: member.id, role: 'member' },
      'entity-already-exists',
    ],
    [member, 'POST', `/task/${taskId}/restore`, {}, undefined],
    [member, 'POST', `/task/${taskId}/restore`, {}, 'conflict'],
    [member, 'POST', '/task', {}, 'validation'],
    [viewer, 'DELETE', `/task/${taskId}`, undefined, 'forbidden'],
    [member, 'DELETE', `/task/${taskId}`, undefined, undefined],
    [member, 'DELETE', `/task/${taskId}`, undefined, 'entity-gone'],
    [member, 'PATCH', '/task', {}, 'method-not-allowed'],
  ] as const
  for (const [user, method, url, body, kind] of sent) {
    const response = await user.call(method, url, body)
    assert.equal(response.json().error?.details.kind, kind, `${method} ${url} ${response.body}`)
  }
  const anonymous = await services.app.inject({ url: '/project' })
  assert.equal(anonymous.json().error.details.kind, 'not-authenticated')
  const { identity } = services
  const atIdentity = await identity.inject({ method: 'POST', url: '/users', payload: {} })
  assert.equal(atIdentity.json().error.details.kind, 'validation')
})
