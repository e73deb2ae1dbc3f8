import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startReadyService } from './run-sample-service.ts'

for (const [name, request, code] of [
  ['no HTTP at all', 'nonsense\r\n\r\n', 400],
  ['an address with raw letters', 'GET /рус HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
] as const) {
  test(`${name} is answered with ${code} in the common shape`, async () => {
    const { child, port } = await startReadyService()
    const socket = connect(port, '127.0.0.1')
    socket.write(request)
    const answer = await text(socket)
    child.kill('SIGTERM')
    assert.match(answer, new RegExp(`^HTTP/1.1 ${code} `))
    assert.equal(JSON.parse(answer.slice(answer.indexOf('{'))).error.code, code)
  })
}
