import { DEVICE_CODE } from '#oauth/clients/client.contract.ts'
import { authorizeUrl, formOf } from '../authorize-flow.ts'
import { registerRelyingParty, signInTo } from '../openid-flow.ts'
import { cookiesOf, signIn } from '../people.ts'
import { anonymous, type Scene } from './actors.ts'

export async function recordOpenId(scene: Scene) {
  const { send, owner, ann, identity } = scene
  await send(anonymous, 'GET /.well-known/openid-configuration')
  const client = await registerRelyingParty(identity)
  const { tokens } = await signInTo(identity, client, { ...ann, phone: '' }, { scope: 'openid email' })
  const application = { name: 'application', headers: { authorization: `Bearer ${tokens.access_token}` } }
  await send(application, 'GET /userinfo')
  await send(anonymous, 'GET /userinfo')
  await send(owner, 'GET /userinfo')
  await send(application, 'POST /userinfo')
  await send(anonymous, 'POST /userinfo', 'access_token=unknown', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  await recordConsent(scene)
  await recordDevice(scene)
  await recordSignOut(scene)
  await recordForwarded(scene)
  const { items } = (await send(ann, `GET /users/${ann.id}/applications`)).json()
  await send(ann, `DELETE /users/${ann.id}/applications/${items[0].id}`)
  await send(ann, `DELETE /users/${ann.id}/applications/${items[0].id}`)
}

async function recordConsent({ send, ann, identity }: Scene) {
  const client = await registerRelyingParty(identity, {}, { isTrusted: false })
  const session = await signIn(identity, { ...ann, phone: '' })
  const page = { headers: { accept: 'text/html' } }
  const browser = { ...page, cookies: { ...session } }
  const url = authorizeUrl({ client_id: client.clientId, scope: 'openid email' })
  await send(anonymous, 'POST /auth/consent', 'client_id=unknown', page)
  for (const decision of ['deny', 'allow']) {
    const opened = await send(anonymous, `GET ${url}`, undefined, browser)
    const form = String(new URLSearchParams({ ...formOf(opened.body), decision }))
    const cookies = { ...session, ...cookiesOf(opened) }
    await send(anonymous, 'POST /auth/consent', form, { ...page, cookies })
  }
}

async function recordDevice({ send, identity }: Scene) {
  const client = await registerRelyingParty(identity, {
    grantTypes: DEVICE_CODE,
    scope: 'user:read',
    isPublic: true,
  })
  const started = await send(anonymous, 'POST /device_authorization', `client_id=${client.clientId}`)
  const poll = {
    grant_type: DEVICE_CODE,
    client_id: client.clientId,
    device_code: started.json().device_code,
  }
  await send(anonymous, 'POST /token', String(new URLSearchParams(poll)))
  await send(anonymous, 'POST /token', String(new URLSearchParams(poll)))
  await send(anonymous, 'GET /auth/device', undefined, { headers: { accept: 'text/html' } })
}

async function recordSignOut({ send }: Scene) {
  const page = { headers: { accept: 'text/html' } }
  await send(anonymous, 'GET /auth/end-session', undefined, page)
  await send(
    anonymous,
    'GET /auth/end-session?post_logout_redirect_uri=https%3A%2F%2Fevil.example',
    undefined,
    page,
  )
  await send(anonymous, 'POST /auth/end-session', 'state=some+state', page)
  await send(anonymous, 'POST /auth/end-session', 'csrf_token=unknown', page)
}

async function recordForwarded({ send, owner, admin }: Scene) {
  const wiki = { name: 'Wiki', hosts: ['wiki.example.org'], publicPaths: ['/open/*'] }
  const { id } = (await send(owner, 'POST /forward-applications', wiki)).json().item
  await send(owner, 'POST /forward-applications', wiki)
  await send(owner, 'POST /forward-applications', { name: 'Bad', hosts: ['a b'], requiredGroups: [999_999] })
  await send(admin, 'GET /forward-applications')
  await send(owner, 'GET /forward-applications')
  await send(owner, `GET /forward-applications/${id}`)
  await send(owner, `PUT /forward-applications/${id}`, { name: 'Handbook' })
  await send(owner, 'PUT /forward-applications/999999', { name: 'Nothing' })
  await send(anonymous, 'GET /auth/forward')
  await send(anonymous, 'GET /auth/forward/start?to=https://evil.example/')
  await send(anonymous, 'GET /.atrium/callback')
  await send(owner, `DELETE /forward-applications/${id}`)
  await send(owner, `DELETE /forward-applications/${id}`)
}
