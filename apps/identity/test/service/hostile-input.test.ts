import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendHostileInput, sendSomeHostileInput } from '@atrium/testing/hostile-input'
import type { InjectOptions } from 'fastify'
import { startIdentity } from '../identity-service.ts'
import { createUser, introspect, registerClient, signIn } from '../people.ts'

test('malformed input returns documented errors, never a 500, and writes nothing', async () => {
  const identity = await startIdentity({ RATE_LIMIT: 'off' })
  const client = await registerClient(identity)
  const owner = await createUser(identity, 'owner')
  const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')
  await sendSomeHostileInput(identity.app, {})
  await sendSomeHostileInput(identity.app, { authorization: `Basic ${basic}` })
  // Signing out would make all later requests fail with 401.
  const operations = new Map(identity.app.operations)
  for (const [name, { contract }] of operations) {
    if (/^POST \/auth\/(logout|switch-user)|^DELETE .*\/sessions/.test(`${contract.method} ${contract.path}`))
      operations.delete(name)
  }
  const target = { operations, inject: (options: InjectOptions) => identity.app.inject(options) }
  const senders = { 'user:read admin:web': sendSomeHostileInput, '': sendHostileInput }
  for (const [scope, send] of Object.entries(senders)) {
    const { access_token } = await signIn(identity, owner, scope)
    await send(target, { authorization: `Bearer ${access_token}` })
    assert.equal((await introspect(identity, access_token)).active, true)
  }
  const users = await identity.deps.db.selectFrom('users').select('id').execute()
  assert.deepEqual(users, [{ id: owner.id }])
})
