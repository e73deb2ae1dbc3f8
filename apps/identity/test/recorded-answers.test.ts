import { test } from 'node:test'
import { recordAnswers } from '@atrium/testing/recorded-answers'
import { startIdentity } from './identity-service.ts'
import { recordAccessControl } from './recorded/access-control.ts'
import { anonymous, createScene, type Scene } from './recorded/actors.ts'
import { recordMail } from './recorded/mail.ts'
import { recordClientDocuments, recordOAuth } from './recorded/oauth.ts'
import { recordOpenId } from './recorded/openid.ts'
import { recordReferenceData } from './recorded/reference-data.ts'
import { recordScim } from './recorded/scim.ts'
import { recordPersonalTokens, recordProviders, recordSignIn } from './recorded/sign-in.ts'
import { recordOffboarding, recordUsers } from './recorded/users.ts'
import { recordWebhooks } from './recorded/webhooks.ts'

const METRICS_TOKEN = 'a-token-for-monitoring'
const identity = await startIdentity({
  LANGUAGES: 'en,ru', // A new language changes no answer here.
  RATE_LIMIT: 'off',
  STORAGE_MAX_BYTES: '100000',
  DISK_MIN_FREE_MB: '0',
  METRICS_TOKEN,
})
const { app } = identity

const recording = recordAnswers(app, {
  varying: [
    'body.version',
    'item.version',
    'clientSecret',
    'access_token',
    'refresh_token',
    'two_factor_token',
    'device_code',
    'user_code',
    'verification_uri_complete',
    'challengeToken',
    'challenge_token',
    'challenge',
    'recoveryCodes',
    'secret',
    'messageId',
    'durationMs',
    'item.error',
    'requestId',
    'kid',
    'jti',
    'n',
    'exp',
    'iat',
    'uptimeSeconds',
  ],
  texts: ['item.summary', 'steps.reason'],
})

/** Files of the web application, which is not built for these tests. Access to its pages is recorded. */
const builtFiles = ['/account/*', '/account/assets/*', '/account/color-scheme.js', '/admin']

test('the service answers as recorded, and the recording covers every route', async () => {
  const scene = await createScene(identity, recording)
  await recordReferenceData(scene)
  await recordUsers(scene)
  await recordAccessControl(scene)
  await recordPages(scene)
  await recording.sendRefusedRequests(anonymous, scene.owner, /logout|retry|options/)
  await recordOAuth(scene)
  await recordSignIn(scene)
  await recordMail(scene)
  await recordOpenId(scene)
  await recordPersonalTokens(scene)
  await recordProviders(scene)
  await recordGuides(scene)
  await recordScim(scene)
  await recordOffboarding(scene)
  await recordWebhooks(scene)
  await recordClientDocuments(scene)
  recording.compareWith(new URL('recorded-answers.json', import.meta.url))
  // The report depends on the machine; health-report.test.ts of the task service reads it. Registration of clients is off.
  // announcements.test.ts of this service, and teams.test.ts and agents.test.ts of the task service, call these as the only client that can.
  const elsewhere = [
    'GET /admin/health-report',
    'GET /admin/tasks-permissions',
    'POST /oauth/register',
    'POST /token/announcements',
    'POST /token/end-grant',
    'POST /token/groups',
  ]
  // branding.test.ts uploads a logo.
  const logo = ['GET /assets/logo', 'PUT /branding/logo']
  // forward-proxies.test.ts asks them through real proxies.
  const forwarded = ['GET /.atrium/callback', 'GET /auth/forward', 'GET /auth/forward/start']
  // openid.test.ts signs in at a provider, which these need.
  const upstream = [
    'GET /auth/upstream/:slug',
    'GET /auth/upstream/:slug/callback',
    'POST /auth/upstream/:slug/backchannel-logout',
    'DELETE /users/:id/identities/:identityId',
  ]
  recording.checkCoverage([
    ...builtFiles.map(path => `GET ${path}`),
    ...elsewhere,
    ...logo,
    ...forwarded,
    ...upstream,
  ])
})

async function recordGuides({ send }: Scene) {
  for (const name of [
    '',
    '/call-the-api',
    '/service-accounts',
    '/sign-in-with-atrium',
    '/git',
    '/mcp',
    '/webhooks',
  ]) {
    await send(anonymous, `GET /docs/guides${name}`)
  }
  await send(anonymous, 'GET /assets/copy-code.js')
  await send(anonymous, 'GET /notices')
  await send(anonymous, 'GET /branding')
}

async function recordPages({ send, ann }: Scene) {
  const page = { headers: { accept: 'text/html' } }
  for (const path of [
    '/',
    '/docs',
    '/healthz',
    '/readyz',
    '/metrics',
    '/assets/page.css',
    '/assets/brand.css',
    '/assets/logo',
    '/assets/inter-latin.woff2',
    '/assets/inter-cyrillic.woff2',
    '/assets/sign-in.js',
    '/assets/password-strength.js',
    '/assets/show-password.js',
  ])
    await send(anonymous, `GET ${path}`)
  await send({ name: 'monitor', headers: { authorization: `Bearer ${METRICS_TOKEN}` } }, 'GET /metrics')
  await send(anonymous, 'GET /', undefined, page)
  await send(anonymous, 'GET /docs', undefined, { headers: { accept: 'text/html', 'accept-language': 'ru' } })
  await send(anonymous, 'GET /admin/users', undefined, page)
  await send(anonymous, 'GET /account', undefined, page)
  await send(ann, 'GET /admin', undefined, page)
  await send(anonymous, 'GET /nothing/here')
  await send(anonymous, 'GET /nothing/here', undefined, page)
  await send(anonymous, 'GET /%E0%A4%A')
  await send(anonymous, 'POST /healthz')
  await send(anonymous, 'DELETE /users')
  await send(anonymous, 'POST /users', 'text', { headers: { 'content-type': 'text/plain' } })
  await send(anonymous, 'POST /users', { name: 'x'.repeat(1_200_000) })
  await send(anonymous, 'GET /register', undefined, page)
  await send(anonymous, 'POST /register', { email: 'new@example.org' }, page)
  await send(anonymous, 'POST /register/confirmation', { account: 'unknown' })
  await send(anonymous, 'POST /auth/password-strength', { password: 'qwertyuiop' })
  await send(anonymous, 'POST /preferences', { language: 'ru', theme: 'dark' })
  await send(anonymous, 'POST /password-reset', { username: 'nobody@example.org' }, page)
  await send(anonymous, 'POST /email-verify', { shown: 'resent', language: 'ru' }, page)
  await send(anonymous, 'POST /auth/switch-user', { return: '/account' }, page)
}
