import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { formOf } from '../authorize-flow.ts'
import { linkOf, startMailbox } from '../mailbox.ts'
import { cookiesOf, goodPassword } from '../people.ts'
import { anonymous, type Scene } from './actors.ts'

export async function recordMail(scene: Scene) {
  await recordQueue(scene)
  await recordLinks(scene)
  await recordRegistrationPage(scene)
}

/** No worker runs yet, so all emails stay in the queue. */
async function recordQueue({ identity: { deps }, send, owner, admin }: Scene) {
  const { items } = (await send(owner, 'GET /mail/jobs?limit=4')).json()
  await send(admin, 'GET /mail/jobs')
  await send(owner, 'GET /mail/jobs?status=lost&service=post')
  const [{ id }] = items
  await sql`select graphile_worker.permanently_fail_jobs(array[${id}::bigint], '550 no such user')`.execute(
    deps.db,
  )
  await send(owner, 'GET /mail/jobs?status=failed')
  await send(owner, `POST /mail/jobs/${id}/retry`)
  await send(owner, 'POST /mail/jobs/999999/retry')
  await send(owner, `POST /mail/jobs/${id}/retry?service=tasks`)
  await sql`select graphile_worker.permanently_fail_jobs(array[${id}::bigint], '550 no such user')`.execute(
    deps.db,
  )
  await send(owner, 'POST /mail/jobs/retry')
  await send(owner, 'POST /mail/jobs/retry?service=post')
  await send(owner, `DELETE /mail/jobs/${id}`)
  await send(owner, `DELETE /mail/jobs/${id}`)
}

async function recordLinks({ identity, send, register, signIn }: Scene) {
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`.execute(
    identity.deps.db,
  )
  const mailbox = await startMailbox(identity.deps)
  const carl = await signIn(await register('carl', '+12025550106'))
  const page = { headers: { accept: 'text/html' } }
  const { token } = linkOf(await mailbox.waitForEmail(carl.email))
  await send(anonymous, `GET /email-verify?token=${token}`, undefined, page)
  await send(anonymous, `GET /email-verify?token=${'x'.repeat(201)}`, undefined, page)
  await send(anonymous, `GET /password-reset?token=${'x'.repeat(201)}`)
  await send(anonymous, 'POST /auth/verify-email', { token: 'unknown' })
  await send(carl, 'POST /auth/verify-email/resend')
  await send(anonymous, 'POST /auth/verify-email', {
    token: linkOf(await mailbox.waitForEmail(carl.email, 1)).token,
  })
  await send(anonymous, 'POST /auth/verify-email', { token })
  await send(carl, 'POST /auth/verify-email/resend')

  await send(anonymous, 'GET /password-reset', undefined, page)
  await send(anonymous, 'POST /auth/password-reset', { username: carl.email })
  await send(anonymous, 'POST /auth/password-reset', { token: 'x' })
  await send(anonymous, 'POST /auth/password-reset', { token: 'unknown', password: goodPassword })
  const reset = linkOf(await mailbox.waitForEmail(carl.email, 2))
  assert.match(reset.path, /^\/password-reset/)
  const change = { token: reset.token, password: 'another good passphrase' }
  await send(anonymous, 'POST /auth/password-reset', { ...change, password: 'password' })
  await send(anonymous, 'POST /auth/password-reset', change)
  await send(anonymous, 'POST /auth/password-reset', change)
  const again = await signIn({ ...carl, password: change.password }, 'carl with a new password')
  await send(again, 'DELETE /users/me', { currentPassword: goodPassword })
  await send(again, 'DELETE /users/me', { currentPassword: change.password })
  await send(again, 'GET /users/me')
}

async function recordRegistrationPage({ identity: { deps }, send }: Scene) {
  const page = { headers: { accept: 'text/html' } }
  const submit = async (email: string, phone: string) => {
    const opened = await send(anonymous, 'GET /register', undefined, page)
    const typed = { email, phone, password: goodPassword, surname: 'Sample', name: 'Sam' }
    const body = String(new URLSearchParams({ ...formOf(opened.body), ...typed }))
    return send(anonymous, 'POST /register', body, { cookies: cookiesOf(opened), ...page })
  }
  await submit('dora@example.org', '+12025550107')
  deps.settings.REQUIRE_VERIFIED_EMAIL = true
  const { account } = formOf((await submit('emil@example.org', '+12025550108')).body)
  await send(anonymous, 'POST /register/confirmation', { account }, page)
}
