import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callOutcome, outcomeOf } from '@atrium/testing/calls'
import { waitUntil } from '@atrium/testing/wait-until'
import { unlessPaused } from '#worker.ts'
import { startBothServices } from '../both-services.ts'
import { atIdentity, createPerson, tokensFor } from '../people.ts'
import { createTeam } from '../team.ts'

const services = await startBothServices()
const { app, identity, deps } = services
const { owner, member, toDo, project } = await createTeam(services)
const administrator = await createPerson(services, 'owner')
const administer = await atIdentity(services, administrator)

async function setMaintenance(isOn: boolean, message?: string) {
  const response = isOn
    ? await administer('PUT', '/maintenance', { message })
    : await administer('DELETE', '/maintenance')
  assert.equal(response.statusCode, 200, response.body)
  await waitUntil(() => deps.notices.isMaintenance() === isOn)
}

test('in maintenance mode changes are refused with a code and reads work, in both services', async () => {
  await setMaintenance(true, 'Back at noon')
  const refused = await member.call('POST', '/task', { title: 'Later', columnId: toDo })
  assert.equal(refused.statusCode, 503, refused.body)
  assert.equal(refused.headers['retry-after'], '60')
  const { message, details } = refused.json().error
  assert.match(message, /nothing can be changed right now/)
  assert.deepEqual([details.reason, details.message], ['maintenance', 'Back at noon'])
  const created = { method: 'POST', path: '/task', url: '/task', body: { title: 'Later', columnId: toDo } }
  assert.deepEqual(await callOutcome(app, null, created), outcomeOf(refused))
  const profile = await administer('PUT', `/users/${administrator.passportId}`, { name: 'New' })
  assert.deepEqual([profile.statusCode, profile.json().error.details.reason], [503, 'maintenance'])
  const registration = await identity.inject({ method: 'POST', url: '/users', payload: {} })
  assert.equal(registration.statusCode, 503)
  const synchronise = await owner.call('GET', '/users/sync')
  assert.equal(synchronise.json().error.details.reason, 'maintenance')

  assert.equal((await member.call('GET', `/project/${project.id}`)).statusCode, 200)
  assert.equal((await administer('GET', '/users/me')).statusCode, 200)
  for (const service of [app, identity]) {
    assert.equal((await service.inject('/healthz')).json().maintenance, true)
    const { maintenance } = (await service.inject('/notices')).json().item
    assert.equal(maintenance.message, 'Back at noon')
  }
  assert.equal((await member.call('GET', '/startup')).json().item.notices.maintenance.message, 'Back at noon')
  await setMaintenance(false)
  const accepted = await member.call('POST', '/task', { title: 'Now', columnId: toDo })
  assert.equal(accepted.statusCode, 200, accepted.body)
  assert.equal((await app.inject('/healthz')).json().maintenance, false)
})

test('in maintenance mode people sign in and out, sessions are refreshed and streams opened', async () => {
  await setMaintenance(true)
  const { refresh_token } = await tokensFor(services, administrator)
  const { TASKS_CLIENT_ID: client_id, TASKS_CLIENT_SECRET: client_secret } = services.environment
  const refresh = { grant_type: 'refresh_token', refresh_token, client_id, client_secret }
  const refreshed = await identity.inject({ method: 'POST', url: '/token', payload: refresh })
  assert.equal(refreshed.statusCode, 200, refreshed.body)
  const login = { login: administrator.email, password: administrator.password }
  const direct = await app.inject({ method: 'POST', url: '/user/login', payload: login })
  assert.equal(direct.statusCode, 200, direct.body)
  const again = await atIdentity(services, administrator)
  assert.equal((await again('POST', '/auth/logout')).statusCode, 200)
  assert.equal((await member.call('GET', '/events/token')).statusCode, 200)
  await setMaintenance(false)
})

test('another instance is in maintenance mode, too, also one that starts later', async () => {
  const second = await services.startInstance()
  await second.app.ready()
  await setMaintenance(true)
  await waitUntil(() => second.deps.notices.isMaintenance())
  const third = await services.startInstance()
  await third.app.ready()
  assert.equal(third.deps.notices.isMaintenance(), true)
  await setMaintenance(false)
  await waitUntil(() => !second.deps.notices.isMaintenance())
})

test('scheduled work waits in maintenance mode, and until its state is known', async () => {
  let runs = 0
  const { work } = unlessPaused(deps, {
    work: async () => {
      runs += 1
    },
  })
  await setMaintenance(true)
  await work?.()
  assert.equal(runs, 0)
  await setMaintenance(false)
  await work?.()
  assert.equal(runs, 1)
})

test('while the identity service does not answer, the last known state stays in force', async () => {
  await setMaintenance(true)
  services.proxy.setState('shut')
  await deps.notices.refresh()
  assert.equal(deps.notices.isMaintenance(), true)
  services.proxy.setState('open')
  await setMaintenance(false)
})
