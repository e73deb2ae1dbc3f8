import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Body, IdParams } from '@atrium/core/schema'
import { Type } from 'typebox'
import { type App, createApp } from '../src/app/create-app.ts'
import { open } from '../src/routes/access.ts'
import { createSampleApp, needsScopeAndSelf, sampleOptions } from './sample-app.ts'

const schema = { params: IdParams, body: Body({ size: Type.Integer() }) }
const app = await createSampleApp(app => {
  app.put('/thing/:id', { config: { access: needsScopeAndSelf('thing:write') }, schema }, async () => ({}))
  app.get('/open', { config: { access: open } }, async request => ({ actor: request.actor }))
})

test('a route without an access rule prevents the start', async () => {
  const addRoutes = (app: App) => void app.get('/forgotten', async () => 'secret')
  await assert.rejects(createApp(sampleOptions, addRoutes), /GET \/forgotten does not say who can call it/)
})

test('an open route needs no token and has no actor', async () => {
  const response = await app.inject('/open')
  assert.deepEqual([response.statusCode, response.json()], [200, { actor: null }])
})

test('without a token the body is not read', async () => {
  const response = await put('/thing/1', undefined, '{')
  assert.equal(response.statusCode, 401)
  assert.equal(response.headers['www-authenticate'], 'Bearer')
})

test('without the scope the body is not read', async () => {
  assert.equal((await put('/thing/1', 'Bearer 1:thing:read', '{')).statusCode, 403)
})

test('with the scope a malformed body is refused', async () => {
  assert.equal((await put('/thing/1', 'Bearer 1:thing:write', '{')).statusCode, 400)
})

test('the owner of the record is checked after validation', async () => {
  assert.equal((await put('/thing/none', 'Bearer 1:thing:write', '{"size":1}')).statusCode, 422)
  assert.equal((await put('/thing/2', 'Bearer 1:thing:write', '{"size":"large"}')).statusCode, 422)
  assert.equal((await put('/thing/2', 'Bearer 1:thing:write', '{"size":1}')).statusCode, 403)
  assert.equal((await put('/thing/1', 'Bearer 1:thing:write', '{"size":1}')).statusCode, 200)
})

function put(url: string, authorization: string | undefined, payload: string) {
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
  return app.inject({ method: 'PUT', url, headers, payload })
}
