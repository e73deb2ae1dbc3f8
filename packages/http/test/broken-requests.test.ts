import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startReadyService } from './run-sample-service.ts'

for (const [name, request, code] of [
  ['a request that is not HTTP', 'nonsense\r\n\r\n', 400],
  ['a URL with unencoded characters', 'GET /рус HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['a request with huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
] as const) {
  test(`${name} returns ${code} in the common format`, async () => {
    const { child, port } = await startReadyService()
    const socket = connect(port, '127.0.0.1')
    socket.write(request)
    const answer = await text(socket)
    child.kill('SIGTERM')
    assert.match(answer, new RegExp(`^HTTP/1.1 ${code} `))
    assert.equal(JSON.parse(answer.slice(answer.indexOf('{'))).error.code, code)
  })
}
