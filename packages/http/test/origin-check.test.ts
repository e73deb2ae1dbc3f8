import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOriginOfChange } from '../src/app/protection.ts'
import { createSampleApp, listedOrigin } from './sample-app.ts'

const evil = 'https://evil.example'

const authenticate = async (request: Parameters<typeof checkOriginOfChange>[0]) =>
  checkOriginOfChange(request, [listedOrigin])
const config = { access: { rule: { token: true } } }
const app = await createSampleApp(
  app => {
    app.get('/thing', { config }, async () => ({}))
    app.get('/logout', { config: { ...config, changesState: true } }, async () => ({}))
    app.post('/thing', { config }, async () => ({}))
    app.delete('/thing', { config }, async () => ({}))
  },
  { authenticate },
)

for (const [caller, method, headers, status] of [
  ['a page of the same origin', 'POST', { 'sec-fetch-site': 'same-origin', origin: 'http://self' }, 200],
  ['a user who typed the URL', 'POST', { 'sec-fetch-site': 'none' }, 200],
  ['a client without either header', 'POST', {}, 200],
  ['a listed origin', 'POST', { 'sec-fetch-site': 'cross-site', origin: listedOrigin }, 200],
  ['a listed origin of an old browser', 'DELETE', { origin: listedOrigin }, 200],
  ['a foreign origin', 'POST', { 'sec-fetch-site': 'cross-site', origin: evil }, 403],
  ['a foreign origin of an old browser', 'DELETE', { origin: evil }, 403],
  ['another host of the same site', 'POST', { 'sec-fetch-site': 'same-site', origin: evil }, 403],
  ['a foreign page without an origin', 'POST', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a sandboxed page', 'POST', { 'sec-fetch-site': 'cross-site', origin: 'null' }, 403],
  ['a foreign origin that reads', 'GET', { 'sec-fetch-site': 'cross-site', origin: evil }, 200],
  ['a foreign origin that sends HEAD', 'HEAD', { 'sec-fetch-site': 'cross-site', origin: evil }, 200],
] as const) {
  test(`${caller} is ${status === 200 ? 'allowed' : 'refused'} at ${method} with a cookie`, async () => {
    const response = await app.inject({ method, url: '/thing', headers })
    assert.equal(response.statusCode, status)
  })
}

test('the refusal names the origin', async () => {
  const response = await app.inject({ method: 'POST', url: '/thing', headers: { origin: evil } })
  assert.deepEqual(response.json().error.details, {
    reason: 'foreign_origin',
    kind: 'forbidden',
    origin: evil,
  })
})

for (const [caller, headers, status] of [
  ['a link on a foreign page', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a link on a listed page', { 'sec-fetch-site': 'cross-site', referer: `${listedOrigin}/a/page` }, 200],
  [
    'a link on a foreign page with a referrer',
    { 'sec-fetch-site': 'cross-site', referer: `${evil}/?${listedOrigin}` },
    403,
  ],
  [
    'a foreign script that names a listed page',
    { 'sec-fetch-site': 'cross-site', origin: evil, referer: listedOrigin },
    403,
  ],
  ['a page with a broken referrer', { 'sec-fetch-site': 'cross-site', referer: 'nonsense' }, 403],
  ['a script of a foreign page', { 'sec-fetch-site': 'cross-site', origin: evil }, 403],
  ['a script of a listed origin', { 'sec-fetch-site': 'cross-site', origin: listedOrigin }, 200],
  ['another host of the same site', { 'sec-fetch-site': 'same-site' }, 200],
  ['a page of the same origin', { 'sec-fetch-site': 'same-origin' }, 200],
  ['a user who typed the URL', { 'sec-fetch-site': 'none' }, 200],
  ['a client without either header', {}, 200],
] as const) {
  test(`${caller} is ${status === 200 ? 'allowed' : 'refused'} at a GET that changes something`, async () => {
    const response = await app.inject({ method: 'GET', url: '/logout', headers })
    assert.equal(response.statusCode, status)
  })
}
