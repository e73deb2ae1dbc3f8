import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@atrium/identity/oauth/clients/client.commands'
import type { InjectOptions } from 'fastify'
import { sharedServices } from '../both-services.ts'
import { readStream } from '../event-stream.ts'
import { createTeam, createUser } from '../team.ts'

const services = await sharedServices()
const second = await services.startInstance()
const address = await second.app.listen({ host: '127.0.0.1', port: 0 })
const { owner, project, boardId } = await createTeam(services)

/** A directory, by the secret of its service account. */
async function asDirectory() {
  const client = { name: 'Directory', grantTypes: 'client_credentials', scope: 'scim' }
  const { clientId, clientSecret } = await createClient(services.identityDeps, {
    ...client,
    redirectUris: [],
    resources: [],
    isPublic: false,
  })
  return (method: InjectOptions['method'], path: string, payload?: object) =>
    services.identity.inject({
      method,
      url: `/scim/v2${path}`,
      payload,
      headers: { authorization: `Bearer ${clientId}.${clientSecret}` },
    })
}

const directory = await asDirectory()

test('a group of a directory is a team: joining and leaving it counts when the directory has its answer', async () => {
  const user = await createUser(services)
  const { id } = (await directory('POST', '/Groups', { displayName: 'Directory team' })).json()
  const set = await owner.call('PUT', `/project/${project.id}/group/${id}`, { role: 'member' })
  assert.equal(set.statusCode, 200, set.body)
  const change = (op: string) => {
    const Operations = [{ op, path: 'members', value: [{ value: String(user.passportId) }] }]
    return directory('PATCH', `/Groups/${id}`, { Operations })
  }
  const status = async () => (await user.call('GET', `/project/${project.id}`)).statusCode
  assert.equal(await status(), 403)
  assert.equal((await change('Add')).statusCode, 204)
  assert.equal(await status(), 200)
  assert.equal((await change('Remove')).statusCode, 204)
  assert.equal(await status(), 403)
})

test('a user whom a directory disables loses sessions and streams before it has its answer', async () => {
  const user = await createUser(services)
  const { id } = (
    await directory('POST', '/Groups', {
      displayName: 'Directory watchers',
      members: [{ value: String(user.passportId) }],
    })
  ).json()
  await owner.call('PUT', `/project/${project.id}/group/${id}`, { role: 'member' })
  const { token } = (await user.call('GET', '/events/token')).json()
  const stream = await readStream(`${address}/events?token=${token}&topics=board:${boardId}`)
  const Operations = [{ op: 'replace', value: { active: false } }]
  const disabled = await directory('PATCH', `/Users/${user.passportId}`, { Operations })
  assert.equal(disabled.json().active, false)
  assert.equal((await user.call('GET', `/board/${boardId}/full`)).statusCode, 401)
  await stream.waitForEnd()
})
