import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendHostileInput, sendSomeHostileInput } from '@atrium/testing/hostile-input'
import { sharedServices, startBothServices } from '../both-services.ts'
import { createPerson, tokensFor } from '../people.ts'
import { createUser } from '../team.ts'

test('malformed input returns documented errors and never a 500', async () => {
  const services = await startBothServices({ RATE_LIMIT: 'off' })
  const { access_token } = await tokensFor(services, await createPerson(services, 'owner'))
  await sendSomeHostileInput(services.app, {})
  await sendHostileInput(services.app, { authorization: `Bearer ${access_token}` })
  const projects = await services.deps.db.selectFrom('projects').select('name').execute()
  assert.ok(projects.every(({ name }) => name === name.trim() && name.length > 0))
})

test('names and titles cannot contain line breaks or control characters', async () => {
  const services = await sharedServices()
  const admin = await createUser(services, 'owner')
  const create = async (url: string, payload: object) => {
    const response = await admin.call('POST', url, payload)
    assert.equal(response.statusCode, 200, response.body)
    return response.json().item.id as number
  }
  const projectId = await create('/project', { name: 'Sample' })
  const boardId = await create(`/project/${projectId}/board`, { name: 'Sample' })
  const taskId = await create('/task', { title: 'Sample', boardId })
  const writes: [method: 'POST' | 'PUT', url: string, field: string, others?: object][] = [
    ['POST', '/project', 'name'],
    ['PUT', `/project/${projectId}`, 'name'],
    ['POST', `/project/${projectId}/board`, 'name'],
    ['PUT', `/board/${boardId}`, 'name'],
    ['POST', `/board/${boardId}/column`, 'title'],
    ['POST', '/task', 'title', { boardId }],
    ['PUT', `/task/${taskId}`, 'title'],
    ['POST', `/task/${taskId}/checklist`, 'title'],
    ['POST', '/sticker', 'name', { projectId, color: '#ff0000' }],
    ['POST', '/feedback/idea', 'title', { type: 'bug', description: 'Sample' }],
  ]
  for (const [method, url, field, others] of writes) {
    for (const sign of ['\n', '\r', '\t', '\u0000', '\u001b', '\u007f', '\u0085', '\u2028', '\u2029']) {
      const response = await admin.call(method, url, { ...others, [field]: `One${sign}two` })
      const place = `${method} ${url} ${JSON.stringify(sign)}`
      assert.equal(response.statusCode, 422, place)
      assert.ok(response.json().error.details.errors[field], place)
    }
    const name = 'ערך \u200f(א)\u200e \u202Bab\u202C 👩\u200d💻'
    const response = await admin.call(method, url, { ...others, [field]: name })
    assert.equal(response.json().item[field], name, 'direction marks and joined emoji are allowed')
  }
})
