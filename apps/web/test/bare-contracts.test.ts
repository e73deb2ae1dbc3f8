import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareContracts } from '@atrium/client/vite/without-schemas'
import { parseSync } from 'vite'

test('the browser gets the method and path of a contract, whether it is open, and calls that can be dropped', () => {
  const code = `
    const page = { access: open, tag: 'Pages' }
    export const Thing = Type.Object({ id: Id, name: Nullable(Name(200)) })
    export const openThing = contract('openThing', 'GET /thing', { ...page, summary: 'Open', reply: List(Thing) })
    export const closeThing = contract('closeThing', 'POST /thing', { access: signedIn })
    export const dropThing = contract("dropThing", "DELETE /thing/:id", things)
    export const signIn = contract('signIn', 'POST /sign-in', { access: open, tag })
    export const MAX = 200
    export function addTo(list) { list.push(MAX) }
  `
  assert.equal(
    bareContracts(code, parseSync('thing.js', code).program),
    `
    const page = { access: open, tag: 'Pages' }
    export const Thing = /* @__PURE__ */ Type.Object({ id: Id, name: /* @__PURE__ */ Nullable(/* @__PURE__ */ Name(200)) })
    export const openThing = { method: 'GET', path: '/thing', ...page }
    export const closeThing = { method: 'POST', path: '/thing' }
    export const dropThing = { method: "DELETE", path: "/thing/:id" }
    export const signIn = { method: 'POST', path: '/sign-in', access: open }
    export const MAX = 200
    export function addTo(list) { list.push(MAX) }
  `,
  )
})
