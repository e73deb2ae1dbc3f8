import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DomainError } from '@atrium/core/errors'
import { IdParams } from '@atrium/core/schema'
import {
  type ResponseRecord,
  recordResponses,
  undocumentedIn,
  undocumentedResponses,
} from '@atrium/testing/responses'
import { createFolder } from '@atrium/testing/run-folder'
import { open } from '../src/routes/access.ts'
import { createSampleApp } from './sample-app.ts'

const record: ResponseRecord = new Map()

test('undocumented statuses are reported with their operation and count', async () => {
  const app = await createSampleApp(app => {
    const schema = { params: IdParams }
    app.get('/teapot/:id', { config: { access: open }, schema }, async () => {
      throw new DomainError(418, 'teapot')
    })
    app.get('/files/*', { config: { access: open } }, async () => ({}))
  })
  recordResponses('sample', app, record)
  for (const url of ['/teapot/1', '/teapot/2', '/teapot/x', '/files/a/b', '/nowhere']) await app.inject(url)
  await app.inject({ method: 'POST', url: '/teapot/1' })
  await app.inject({ method: 'HEAD', url: '/teapot/1' })

  assert.deepEqual(undocumentedIn(record), ['sample GET /teapot/{id} 418 teapot (3×, e.g. GET /teapot/1)'])
  const seen = [...record.values()].map(({ operation, status }) => `${operation} ${status}`)
  assert.deepEqual(seen, [
    'sample GET /teapot/{id} 418',
    'sample GET /teapot/{id} 422',
    'sample GET /files/{path} 200',
    'sample GET (unknown path) 404',
    'sample POST /teapot/{id} 405',
  ])
})

test('operations missing from the description are reported', async () => {
  const app = await createSampleApp(app => {
    app.get('/secret', { config: { access: open }, schema: { hide: true } }, async () => ({}))
  })
  const record: ResponseRecord = new Map()
  recordResponses('sample', app, record)
  await app.inject('/secret')
  assert.deepEqual(undocumentedIn(record), ['sample GET /secret 200 (1×, e.g. GET /secret)'])
})

test('responses of several processes are merged', () => {
  const folder = createFolder('responses')
  const seen = { operation: 'sample GET /teapot/{id}', status: 418, count: 2, example: 'GET /teapot/1' }
  const fine = { operation: 'sample GET /', status: 200, count: 1, isDocumented: true, example: 'GET /' }
  for (const process of [1, 2]) {
    const responses = [{ ...seen, isDocumented: process === 1 }, fine]
    writeFileSync(join(folder, `responses-${process}.json`), JSON.stringify(responses))
  }
  assert.deepEqual(undocumentedResponses(folder), ['sample GET /teapot/{id} 418 (4×, e.g. GET /teapot/1)'])
})
