import assert from 'node:assert/strict'
import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, mock, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { App } from '../src/create-app.ts'
import { serveWebApplication } from '../src/web-application.ts'
import { createSampleApp } from './sample-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-web-'))
after(() => rmSync(folder, { recursive: true }))

mkdirSync(join(folder, 'dist', 'assets'), { recursive: true })
writeFileSync(join(folder, 'dist', 'index.html'), '<title>The application</title>')
writeFileSync(join(folder, 'dist', 'assets', 'index-4f2a.js'), 'start()')
writeFileSync(join(folder, 'dist', 'assets', 'index-4f2a.js.gz'), gzipSync('start()'))
writeFileSync(join(folder, 'dist', 'favicon.svg'), '<svg/>')
writeFileSync(join(folder, 'dist', 'manifest.webmanifest'), '{}')
writeFileSync(join(folder, 'dist', 'sw.js'), 'keep()')
writeFileSync(join(folder, 'secret.txt'), 'the secret')
const app = await createSampleApp(app => serveFrom(app, 'dist'))
await app.listen({ host: '127.0.0.1', port: 0 })

test('every address of the application gives its page, which is always asked for anew', async () => {
  for (const path of ['/app', '/app/', '/app/projects/5/board', '/app/people/ann.smith']) {
    const response = await ask(path)
    assert.equal(response.status, 200)
    assert.equal(response.body, '<title>The application</title>')
    assert.equal(response.headers['cache-control'], 'no-cache')
    assert.match(String(response.headers['content-security-policy']), /script-src 'self';/)
  }
})

test('what is named by its content is kept for ever, anything else is asked for anew', async () => {
  const script = await ask('/app/assets/index-4f2a.js')
  assert.equal(script.body, 'start()')
  assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable')
  const icon = await ask('/app/favicon.svg')
  assert.equal(icon.headers['content-type'], 'image/svg+xml')
  assert.equal(icon.headers['cache-control'], 'no-cache')
})

test('the application can be installed: its manifest has the right type, its worker may ask for files', async () => {
  const manifest = await ask('/app/manifest.webmanifest')
  assert.match(String(manifest.headers['content-type']), /^application\/manifest\+json/)
  const worker = await ask('/app/sw.js')
  assert.match(String(worker.headers['content-type']), /javascript/)
  assert.equal(worker.headers['cache-control'], 'no-cache')
  assert.match(String(worker.headers['content-security-policy']), /connect-src 'self'/)
  const page = await ask('/app/')
  assert.match(String(page.headers['content-security-policy']), /worker-src 'self'; manifest-src 'self'/)
})

test('what was compressed by the build is sent so to whoever takes it', async () => {
  const url = '/app/assets/index-4f2a.js'
  const small = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate' } })
  assert.equal(small.headers['content-encoding'], 'gzip')
  assert.match(String(small.headers['content-type']), /javascript/)
  assert.match(String(small.headers.vary), /accept-encoding/i)
  assert.deepEqual(small.rawPayload, gzipSync('start()'))
  assert.equal((await app.inject(url)).body, 'start()')
})

test('no other request waits while a file is looked for on the disk', async () => {
  const waiting = [mock.method(fs, 'statSync'), mock.method(fs, 'existsSync')]
  syncBuiltinESMExports()
  try {
    for (const path of ['/app/assets/index-4f2a.js', '/app/favicon.svg', '/app/assets/index-old.js'])
      await ask(path)
    assert.deepEqual(
      waiting.map(({ mock }) => mock.callCount()),
      [0, 0],
    )
  } finally {
    mock.restoreAll()
    syncBuiltinESMExports()
  }
})

test('a file of an older build is gone, and is not taken for an address of the application', async () => {
  assert.equal((await ask('/app/assets/index-old.js')).status, 404)
})

for (const way of ['../', '..%2f', '%2e%2e%2f', '%2e%2e/', 'assets/../../', 'assets%2f..%2f..%2f', '..%5c']) {
  test(`no file outside the folder is reached, or shown to exist, by ${way}`, async () => {
    const [existing, missing] = [await ask(`/app/${way}secret.txt`), await ask(`/app/${way}missing.txt`)]
    assert.doesNotMatch(existing.body, /the secret/)
    assert.deepEqual([existing.status, existing.body], [missing.status, missing.body])
  })
}

test('a folder, or a way round to a file, is no file', async () => {
  for (const path of [
    '/app/assets/%2e%2e%2f',
    '/app/assets/%2e%2e%2findex.html',
    '/app/assets/.',
    '/app/assets/a.%00',
  ])
    assert.equal((await ask(path)).status, 404, path)
})

test('an application that is not built is not available yet', async () => {
  const unbuilt = await createSampleApp(app => serveFrom(app, 'nowhere'))
  const response = await unbuilt.inject('/app')
  assert.equal(response.statusCode, 503)
  assert.match(response.json().error.message, /not built yet/)
})

function serveFrom(app: App, name: string) {
  return serveWebApplication(app, { path: '/app', folder: pathToFileURL(`${join(folder, name)}/`) })
}

/** Over a real socket: an address is sent as it stands, dots and all. */
async function ask(path: string) {
  const { port } = app.server.address() as AddressInfo
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>()
  get({ host: '127.0.0.1', port, path }, resolve).on('error', reject)
  const response = await promise
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}
