import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Item, Nullable, OneOf } from '@atrium/core/schema'
import { Type } from 'typebox'
import { open } from '../src/routes/access.ts'
import { createSampleApp } from './sample-app.ts'

const User = Type.Object({
  id: Type.Integer(),
  nickname: Nullable(Type.String()),
  gender: Nullable(OneOf('female', 'male')),
})

test('fields missing from the response schema are not sent', async () => {
  const row = { id: 1, nickname: null, gender: 'female' as const, passwordHash: '$argon2id$secret' }
  const app = await createSampleApp(app => {
    app.get('/user', { config: { access: open }, schema: { response: { 200: Item(User) } } }, async () => ({
      item: row,
      debug: 'secret',
    }))
  })
  assert.deepEqual((await app.inject('/user')).json(), { item: { id: 1, nickname: null, gender: 'female' } })
})

test('a missing required response field is a 500', async () => {
  const app = await createSampleApp(app => {
    const schema = { response: { 200: Item(User) } }
    app.get(
      '/user',
      { config: { access: open }, schema },
      async () => ({ item: { nickname: null } }) as never,
    )
  })
  const response = await app.inject('/user')
  assert.equal(response.statusCode, 500)
  assert.deepEqual(response.json().error.details, { reason: 'internal_error', kind: 'internal' })
})
