import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandAnswers } from '../src/routes/command-answers.ts'

const { item, message } = commandAnswers({ unit: 'm' })
const actor = { id: 7 }
type Deps = { unit: string }
type Actor = typeof actor

const resize = async (deps: Deps, actor: Actor, id: number, body: { size: number }) => ({
  ...deps,
  actor,
  id,
  ...body,
})
const create = async ({ unit }: Deps, _actor: Actor, body: { size: number }) => `${body.size} ${unit}`
const remove = async (_deps: Deps, _actor: Actor, ...rest: [number]) => rest

test('a command gets the actor, the id in the path and the body, as far as it takes them', async () => {
  const params = { id: 5 }
  const body = { size: 3 }
  assert.deepEqual(await item(resize)({ actor, params, body }), {
    item: { unit: 'm', actor, id: 5, size: 3 },
  })
  assert.deepEqual(await item(create)({ actor, body }), { item: '3 m' })
  assert.deepEqual(await item(remove)({ actor, params }), { item: [5] })
  assert.deepEqual(await message(remove, 'Thing deleted')({ actor, params }), { message: 'Thing deleted' })
})

test('what a contract does not check cannot reach a command', () => {
  const removeWith = async (_deps: Deps, _actor: Actor, _id: number, _options?: { force: boolean }) => {}
  // @ts-expect-error: the contract has no body, so `options` would be whatever a caller sends
  const handler: (call: { actor: Actor; params: { id: number } }) => unknown = item(removeWith)
  assert.equal(typeof handler, 'function')
})
