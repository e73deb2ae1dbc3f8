import { registerRelyingParty, signInTo } from '../openid-flow.ts'
import { anonymous, type Scene } from './actors.ts'

export async function recordOpenId({ send, owner, ann, identity }: Scene) {
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
}
