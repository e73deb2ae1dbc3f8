import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError } from '@atrium/core/errors'
import { html } from '@atrium/core/html'
import { languageOf } from '@atrium/core/language'
import { sendPage } from '../src/pages/page.ts'
import { open } from '../src/routes/access.ts'
import { createSampleApp } from './sample-app.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const pages = { access: open, isPage: true }
const app = await createSampleApp(
  app => {
    app.get('/page', { config: pages }, async (request, reply) =>
      sendPage(reply, {
        language: languageOf(request),
        title: '<Sign in>',
        body: html`<form></form>`,
        formTargets: ['https://app.example.org'],
      }),
    )
    app.get('/refused', { config: pages }, async () => {
      throw new DomainError(409, '<script>alert(1)</script>')
    })
    app.get('/admin', { config: { access: { rule: { token: true } }, isPage: true } }, async () => '')
  },
  { signInAddress: () => '/sign-in' },
)

test('values in a page are escaped unless they are Html', () => {
  const name = `<b title="x" lang='y'>&amp;</b>`
  assert.equal(
    html`<p>${name}</p>`.text,
    '<p>&lt;b title=&quot;x&quot; lang=&#39;y&#39;&gt;&amp;amp;&lt;/b&gt;</p>',
  )
  assert.equal(html`<p>${html`<b>${'<'}</b>`}</p>`.text, '<p><b>&lt;</b></p>')
  assert.equal(html`${[html`<i>`, html`<u>`]}${0}${null}${undefined}${false}`.text, '<i><u>0')
})

test('a page loads only from its own origin, and its forms submit only to allowed targets', async () => {
  const { headers, body } = await app.inject('/page')
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; style-src 'self'; /)
  assert.match(policy, /form-action 'self' https:\/\/app\.example\.org; /)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.match(body, /<title>&lt;Sign in&gt; · Atrium<\/title>/)
  const [, style = ''] = body.match(/<link rel="stylesheet" href="([^"]+)">/) ?? []
  const sheet = await app.inject(style)
  assert.equal(sheet.headers['content-type'], 'text/css; charset=utf-8')
  const fonts = [...sheet.body.matchAll(/url\(([^)]+)\)/g)].map(
    ([, file]) => new URL(`${file}`, `http://a${style}`),
  )
  assert.equal(fonts.length, 2, 'Latin and Cyrillic letters')
  for (const { pathname } of fonts) {
    const font = await app.inject(pathname)
    assert.equal(font.headers['content-type'], 'font/woff2')
    assert.match(String(font.headers['cache-control']), /immutable/)
    assert.equal(font.rawPayload.subarray(0, 4).toString(), 'wOF2')
  }
  assert.match(policy, /font-src 'self'/)
})

test('pages use the preferred supported language of the browser', async () => {
  for (const [accepted, language] of [
    ['ru-RU,ru;q=0.9,en;q=0.8', 'ru'],
    ['de,en;q=0.7,ru;q=0.3', 'en'],
    ['en;q=0.3,ru;q=0.8', 'ru'],
    ['ru;q=0,de', 'en'],
    ['fr', 'en'],
    ['rum, enough;q=x', 'en'],
  ]) {
    const response = await app.inject({ url: '/page', headers: { 'accept-language': accepted } })
    assert.match(response.body, new RegExp(`<html lang="${language}">`))
  }
})

test('browsers get errors as a page with the request id', async () => {
  const headers = { ...browser, 'x-request-id': 'trace-0001', 'accept-language': 'ru' }
  const response = await app.inject({ url: '/refused', headers })
  assert.equal(response.statusCode, 409)
  assert.equal(response.headers['content-type'], 'text/html; charset=utf-8')
  assert.match(response.body, /<h1>&lt;script&gt;alert\(1\)&lt;\/script&gt;<\/h1>/)
  assert.match(response.body, /trace-0001/)
})

test('other clients get errors as JSON', async () => {
  const response = await app.inject({ url: '/refused', headers: { accept: 'application/json' } })
  assert.equal(response.json().error.code, 409)
})

test('browsers without a session are redirected to sign in, other clients are refused', async () => {
  const person = await app.inject({ url: '/admin', headers: browser })
  assert.deepEqual([person.statusCode, person.headers.location], [302, '/sign-in'])
  assert.equal((await app.inject('/admin')).statusCode, 401)
})
