import assert from 'node:assert/strict'
import { test } from 'node:test'
import { multipart, png } from '@atrium/testing/forms'
import { waitUntil } from '@atrium/testing/wait-until'
import { startBothServices } from '../both-services.ts'
import { atIdentity, cookiesOf, createPerson } from '../people.ts'

const services = await startBothServices()
const { app, identity, deps } = services
await app.ready()
const administrator = await createPerson(services, 'owner')
const administer = await atIdentity(services, administrator)
const { email, password } = administrator
const signedIn = await identity.inject({
  method: 'POST',
  url: '/auth/login',
  payload: { username: email, password },
})

test('the task service shows the branding of the identity service, with its logo', async () => {
  await administer('PUT', '/branding', { name: 'Harbour', accentColor: '#0f766e' })
  const { payload, contentType } = multipart({ file: { name: 'logo.png', content: png } })
  const headers = { 'content-type': contentType }
  const cookies = cookiesOf(signedIn)
  const uploaded = await identity.inject({ method: 'PUT', url: '/branding/logo', payload, headers, cookies })
  assert.equal(uploaded.statusCode, 200, uploaded.body)
  const { logo } = uploaded.json().item
  await waitUntil(() => deps.notices.current().branding.logo === logo)

  const { item } = (await app.inject('/branding')).json()
  assert.deepEqual([item.name, item.accentColor, item.logo], ['Harbour', '#0f766e', logo])
  const served = await app.inject(`/assets/logo?${logo}`)
  assert.deepEqual([served.headers['content-type'], served.rawPayload], ['image/png', png])
  const page = await app.inject({ url: '/nothing', headers: { accept: 'text/html' } })
  assert.match(page.body, /<title>[^<]+ · Harbour<\/title>/)
  assert.match(page.body, /brand\.css\?0f766e/)
  const start = await app.inject({ url: '/', headers: { accept: 'text/html' } })
  assert.match(start.body, /<h1>Harbour<\/h1>.*Open Harbour/)
  const metadata = (await app.inject('/.well-known/oauth-protected-resource/mcp')).json()
  assert.equal(metadata.resource_name, 'Harbour')
})
