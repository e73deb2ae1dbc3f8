import assert from 'node:assert/strict'
import { test } from 'node:test'
import { open } from '../src/routes/access.ts'
import { createSampleApp } from './sample-app.ts'

const forwarded = '198.51.100.1, 198.51.100.2'

for (const [trustProxy, address] of [
  [undefined, '192.0.2.1'],
  ['false', '192.0.2.1'],
  ['1', '198.51.100.2'],
  ['2', '198.51.100.1'],
  ['true', '198.51.100.1'],
  ['192.0.2.0/24', '198.51.100.2'],
  ['203.0.113.0/24', '192.0.2.1'],
] as const) {
  test(`with TRUST_PROXY ${trustProxy} the caller is ${address}`, async () => {
    const app = await createSampleApp(
      app => void app.get('/me', { config: { access: open } }, async request => request.ip),
      { trustProxy },
    )
    const headers = { 'x-forwarded-for': forwarded }
    assert.equal((await app.inject({ url: '/me', remoteAddress: '192.0.2.1', headers })).body, address)
  })
}
