import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedIdentity } from '../identity-service.ts'
import { as, createUser, signIn } from '../people.ts'

const identity = await sharedIdentity()
const ann = await createUser(identity)
const asAnn = as(identity, (await signIn(identity, ann)).access_token)
const asBob = as(identity, (await signIn(identity, await createUser(identity))).access_token)
const asAdmin = as(identity, (await signIn(identity, await createUser(identity, 'admin'))).access_token)

async function createEducation(call: typeof asAnn, overrides: object = {}) {
  const response = await call('POST', '/user-educations', { institution: 'Sample University', ...overrides })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

test('users can manage their own educations', async () => {
  const education = await createEducation(asAnn, { degree: 'BSc', startedOn: '2010-09-01' })
  assert.equal(education.userId, ann.id)
  assert.equal(education.finishedOn, null)
  const url = `/user-educations/${education.id}`
  assert.deepEqual((await asAnn('GET', url)).json().item, education)
  const changed = (await asAnn('PUT', url, { finishedOn: '2014-06-30', degree: null })).json().item
  assert.equal(changed.finishedOn, '2014-06-30')
  assert.equal(changed.degree, null)
  assert.equal(changed.startedOn, '2010-09-01')
  assert.equal((await asAnn('DELETE', url)).statusCode, 200)
  assert.equal((await asAnn('DELETE', url)).statusCode, 404)
})

test('educations of other users return 404, and admins can change any', async () => {
  const { id } = await createEducation(asAnn)
  const url = `/user-educations/${id}`
  assert.equal((await asBob('GET', url)).statusCode, 404)
  assert.equal((await asBob('PUT', url, { degree: 'MSc' })).statusCode, 404)
  assert.equal((await asBob('DELETE', url)).statusCode, 404)
  assert.equal((await asBob('GET', `/user-educations?userId=${ann.id}`)).statusCode, 403)
  const foreign = { institution: 'Elsewhere', userId: ann.id }
  assert.equal((await asBob('POST', '/user-educations', foreign)).statusCode, 403)
  assert.equal((await asAdmin('PUT', url, { degree: 'MSc' })).json().item.degree, 'MSc')
  assert.deepEqual((await asBob('GET', '/user-educations')).json().items, [])
  const { items } = (await asAdmin('GET', `/user-educations?userId=${ann.id}&orderBy=-startedOn`)).json()
  assert.ok(items.some((item: { id: number }) => item.id === id))
})

test('an education cannot end before it starts', async () => {
  const dates = { startedOn: '2020-01-02', finishedOn: '2020-01-01' }
  const refused = await asAnn('POST', '/user-educations', { institution: 'Sample', ...dates })
  assert.equal(refused.statusCode, 422)
  assert.ok(refused.json().error.details.errors.finishedOn)
  const { id } = await createEducation(asAnn, { startedOn: '2020-01-01', finishedOn: '2020-01-01' })
  const later = await asAnn('PUT', `/user-educations/${id}`, { startedOn: '2020-01-02' })
  assert.ok(later.json().error.details.errors.finishedOn)
  assert.equal((await asAnn('PUT', `/user-educations/${id}`, { startedOn: null })).statusCode, 200)
})

for (const [field, value] of [
  ['institution', ' '],
  ['institution', 'x'.repeat(256)],
  ['startedOn', '0000-01-01'],
  ['startedOn', '2001-02-30'],
  ['finishedOn', 'soon'],
  ['grade', 'A'],
] as const) {
  test(`${field} = ${JSON.stringify(value).slice(0, 20)} is refused`, async () => {
    const response = await asAnn('POST', '/user-educations', { institution: 'Sample', [field]: value })
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(response.json().error.details.errors[field])
  })
}
