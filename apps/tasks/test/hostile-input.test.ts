import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendHostileInput, sendSomeHostileInput } from '@atrium/testing/hostile-input'
import { startBothServices } from './both-services.ts'
import { aPerson, tokensFor } from './people.ts'

test('nonsense to every route brings the documented errors and never a 500', async () => {
  const services = await startBothServices({ RATE_LIMIT: 'off' })
  const { access_token } = await tokensFor(services, await aPerson(services, 'owner'))
  await sendSomeHostileInput(services.app, {})
  await sendHostileInput(services.app, { authorization: `Bearer ${access_token}` })
  const projects = await services.deps.db.selectFrom('projects').select('name').execute()
  assert.ok(projects.every(({ name }) => name === name.trim() && name.length > 0))
})
