import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedServices } from '../both-services.ts'
import { createTeam } from '../team.ts'

const services = await sharedServices()
const { manager, member, viewer, boardId } = await createTeam(services)

test('managers choose one of the known backgrounds, which everyone sees at once', async () => {
  const before = (await viewer.call('GET', `/board/${boardId}`)).json().item
  assert.equal(before.background, null)
  assert.equal((await viewer.call('GET', `/board/${boardId}/full`)).json().item.background, null)
  const chosen = await manager.call('PUT', `/board/${boardId}`, { background: 'teal' })
  assert.equal(chosen.json().item.background, 'teal')
  assert.equal((await viewer.call('GET', `/board/${boardId}/full`)).json().item.background, 'teal')
  const { items } = (await viewer.call('GET', `/project/${before.projectId}/activity?limit=1`)).json()
  assert.deepEqual(
    [items[0].type, items[0].before, items[0].after],
    ['board.updated', { background: null }, { background: 'teal' }],
  )
  assert.equal((await manager.call('PUT', `/board/${boardId}`, { background: '#ff0000' })).statusCode, 422)
  assert.equal((await member.call('PUT', `/board/${boardId}`, { background: 'sky' })).statusCode, 403)
  const cleared = await manager.call('PUT', `/board/${boardId}`, { background: null })
  assert.equal(cleared.json().item.background, null)
})
