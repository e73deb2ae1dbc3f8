import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { presentedToken } from '../src/routes/credentials.ts'

function presentedBy(authorization?: string) {
  const request = { headers: { authorization }, cookies: { session: 'from the cookie' } }
  return presentedToken(request as unknown as FastifyRequest, 'session')
}

test('a token is read from the header in any spelling of its scheme, or from the cookie', () => {
  for (const header of ['Bearer abc.def', 'bearer abc.def', 'BEARER   abc.def', 'Bearer  abc.def'])
    assert.equal(presentedBy(header), 'abc.def', header)
  assert.equal(presentedBy(), 'from the cookie')
})

test('a header without a token is a wrong token, not the one in the cookie', () => {
  for (const header of ['', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer abc def', 'Bearerabc'])
    assert.equal(presentedBy(header), 'not a bearer token', header)
})
