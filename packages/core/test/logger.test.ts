import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger, createRequestLog, createRequestLogger } from '../src/logger.ts'

const line = { reqId: 'trace-0001', method: 'GET', path: '/a', status: 200, ms: 3, ip: '::1' }

test('the line of a request looks like any other line of the logger', () => {
  const lines = collect('info', log => {
    createRequestLog(log)(line)
    log.info(line, 'request')
  })
  const [quick, usual] = lines.map(text => text.replace(/"time":"[^"]+"/, ''))
  assert.equal(quick, usual)
  assert.match(lines[0] ?? '', /"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/)
})

test('whatever a path or a proxied address contains, the line stays JSON', () => {
  const path = '/"},\n{\u2028\ud800'
  const [text = ''] = collect('info', log => createRequestLog(log)({ ...line, path, ip: '"\\' }))
  const { path: logged, ip } = JSON.parse(text)
  assert.deepEqual([logged, ip], [path, '"\\'])
  assert.equal(text.trim().split('\n').length, 1)
})

test('no request is logged above the level info', () => {
  assert.deepEqual(
    collect('warn', log => createRequestLog(log)(line)),
    [],
  )
})

test('the logger of a request writes what its child would, and leaves out secrets', () => {
  const { reqId } = line
  const lines = collect('info', log => {
    for (const logger of [createRequestLogger(log, reqId), log.child({ reqId })]) {
      logger.info({ body: { password: 'a secret' } }, 'sample')
      logger.child({ part: 1 }).warn('further')
    }
  })
  const [quick, quickChild, usual, usualChild] = lines.map(text => text.replace(/"time":"[^"]+"/, ''))
  assert.deepEqual([quick, quickChild], [usual, usualChild])
  assert.match(lines[0] ?? '', /"reqId":"trace-0001"/)
  assert.doesNotMatch(lines[0] ?? '', /a secret/)
})

function collect(level: 'info' | 'warn', work: (log: ReturnType<typeof createLogger>) => void) {
  const lines: string[] = []
  work(createLogger('sample', level, { write: text => void lines.push(text) }))
  return lines
}
