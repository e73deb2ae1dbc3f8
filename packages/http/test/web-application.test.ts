import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
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
import { ownBranding } from '@atrium/core/branding.contract'
import { createLogger } from '@atrium/core/logger'
import { noNotices } from '@atrium/core/notices.contract'
import type { App } from '../src/app/create-app.ts'
import { followNotices } from '../src/app/notices.ts'
import { serveWebApplication } from '../src/app/web-application.ts'
import { createSampleApp } from './sample-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-web-'))
after(() => rmSync(folder, { recursive: true }))

mkdirSync(join(folder, 'dist', 'assets'), { recursive: true })
mkdirSync(join(folder, 'inline'))
writeFileSync(join(folder, 'dist', 'index.html'), '<title>The application</title>')
writeFileSync(join(folder, 'dist', 'assets', 'index-4f2a.js'), 'start()')
writeFileSync(join(folder, 'dist', 'assets', 'index-4f2a.js.gz'), gzipSync('start()'))
writeFileSync(join(folder, 'dist', 'favicon.svg'), '<svg/>')
writeFileSync(join(folder, 'dist', 'manifest.webmanifest'), '{}')
writeFileSync(join(folder, 'dist', 'sw.js'), 'keep()')
writeFileSync(join(folder, 'secret.txt'), 'the secret')
const app = await createSampleApp(app => serveFrom(app, 'dist'))
await app.listen({ host: '127.0.0.1', port: 0 })

test('every path of the application returns its page, which is revalidated on each load', async () => {
  for (const path of ['/app', '/app/', '/app/projects/5/board', '/app/people/ann.smith']) {
    const response = await request(path)
    assert.equal(response.status, 200)
    assert.equal(response.body, '<title>The application</title>')
    assert.equal(response.headers['cache-control'], 'no-cache')
    assert.match(String(response.headers['content-security-policy']), /script-src 'self';/)
  }
})

test('a script in the page itself runs, because the policy contains its hash', async () => {
  writeFileSync(
    join(folder, 'inline', 'index.html'),
    '<script>start()</script><script src="/app/more.js"></script>',
  )
  const inline = await createSampleApp(app => serveFrom(app, 'inline'))
  const { headers } = await inline.inject('/app')
  const hash = createHash('sha256').update('start()').digest('base64')
  assert.match(String(headers['content-security-policy']), /script-src 'self' 'sha256-[^ ]+';/)
  assert.ok(String(headers['content-security-policy']).includes(`'sha256-${hash}'`))
})

test('the page says which languages the installation offers', async () => {
  writeFileSync(join(folder, 'inline', 'index.html'), '<html lang="en"></html>')
  const app = await createSampleApp(app => serveFrom(app, 'inline'), { languages: ['ru', 'en'] })
  assert.equal((await app.inject('/app')).body, '<html data-languages="ru en" lang="en"></html>')
})

test('the branding is part of the page, so that nothing is drawn in other colors first', async () => {
  mkdirSync(join(folder, 'branded'))
  writeFileSync(
    join(folder, 'branded', 'index.html'),
    '<html lang="en"><title>Atrium</title><link rel="icon" href="/favicon.svg" /><div id="shell"><svg></svg><b>Atrium</b></div>',
  )
  writeFileSync(join(folder, 'branded', 'manifest.webmanifest'), '{"name":"Atrium","start_url":"/app/"}')
  const branding = { ...ownBranding, name: '<Harbour>', accentColor: '#0f766e', logo: 'abc' }
  const notices = followNotices(async () => ({ ...noNotices, branding }), createLogger('sample', 'silent'))
  const branded = await createSampleApp(app => serveFrom(app, 'branded'), { notices })
  await branded.ready()
  const { body } = await branded.inject('/app')
  assert.match(
    body,
    /^<html data-languages="[^"]+" data-branding="[^"<>]+" lang="en"><title>&lt;Harbour&gt;<\/title><style>:root:root\{/,
  )
  assert.match(body, /<link rel="icon" href="\/assets\/logo\?abc">/)
  assert.match(
    body,
    /<div id="shell"><img src="\/assets\/logo\?abc" alt="" width="28" height="28"><b>&lt;Harbour&gt;<\/b>/,
  )
  const manifest = (await branded.inject('/app/manifest.webmanifest')).json()
  assert.deepEqual(manifest, {
    name: '<Harbour>',
    short_name: '<Harbour>',
    start_url: '/app/',
    theme_color: '#0f766e',
  })
})

test('files with a content hash are cached forever, others are revalidated', async () => {
  const script = await request('/app/assets/index-4f2a.js')
  assert.equal(script.body, 'start()')
  assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable')
  const icon = await request('/app/favicon.svg')
  assert.equal(icon.headers['content-type'], 'image/svg+xml')
  assert.equal(icon.headers['cache-control'], 'no-cache')
})

test('the application can be installed: its manifest has the right type, and its worker can load files', async () => {
  const manifest = await request('/app/manifest.webmanifest')
  assert.match(String(manifest.headers['content-type']), /^application\/manifest\+json/)
  const worker = await request('/app/sw.js')
  assert.match(String(worker.headers['content-type']), /javascript/)
  assert.equal(worker.headers['cache-control'], 'no-cache')
  assert.match(String(worker.headers['content-security-policy']), /connect-src 'self'/)
  const page = await request('/app/')
  assert.match(String(page.headers['content-security-policy']), /worker-src 'self'; manifest-src 'self'/)
})

test('precompressed files are sent to clients that accept them', async () => {
  const url = '/app/assets/index-4f2a.js'
  const small = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate' } })
  assert.equal(small.headers['content-encoding'], 'gzip')
  assert.match(String(small.headers['content-type']), /javascript/)
  assert.match(String(small.headers.vary), /accept-encoding/i)
  assert.deepEqual(small.rawPayload, gzipSync('start()'))
  assert.equal((await app.inject(url)).body, 'start()')
})

test('looking up a file on disk does not block other requests', async () => {
  const waiting = [mock.method(fs, 'statSync'), mock.method(fs, 'existsSync')]
  syncBuiltinESMExports()
  try {
    for (const path of ['/app/assets/index-4f2a.js', '/app/favicon.svg', '/app/assets/index-old.js'])
      await request(path)
    assert.deepEqual(
      waiting.map(({ mock }) => mock.callCount()),
      [0, 0],
    )
  } finally {
    mock.restoreAll()
    syncBuiltinESMExports()
  }
})

test('a file of an older build returns 404 instead of the page', async () => {
  assert.equal((await request('/app/assets/index-old.js')).status, 404)
})

for (const way of ['../', '..%2f', '%2e%2e%2f', '%2e%2e/', 'assets/../../', 'assets%2f..%2f..%2f', '..%5c']) {
  test(`files outside the folder are neither reachable nor revealed by ${way}`, async () => {
    const [existing, missing] = [
      await request(`/app/${way}secret.txt`),
      await request(`/app/${way}missing.txt`),
    ]
    assert.doesNotMatch(existing.body, /the secret/)
    assert.deepEqual([existing.status, existing.body], [missing.status, missing.body])
  })
}

test('a folder or an indirect path to a file returns 404', async () => {
  for (const path of [
    '/app/assets/%2e%2e%2f',
    '/app/assets/%2e%2e%2findex.html',
    '/app/assets/.',
    '/app/assets/a.%00',
  ])
    assert.equal((await request(path)).status, 404, path)
})

test('an application that is not built is unavailable', async () => {
  const unbuilt = await createSampleApp(app => serveFrom(app, 'nowhere'))
  const response = await unbuilt.inject('/app')
  assert.equal(response.statusCode, 503)
  assert.match(response.json().error.message, /not built yet/)
})

function serveFrom(app: App, name: string) {
  return serveWebApplication(app, { path: '/app', folder: pathToFileURL(`${join(folder, name)}/`) })
}

/** Over a real socket, so that the path is sent unchanged. */
async function request(path: string) {
  const { port } = app.server.address() as AddressInfo
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>()
  get({ host: '127.0.0.1', port, path }, resolve).on('error', reject)
  const response = await promise
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}
