import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { linkOf, startMailbox } from '../mailbox.ts'
import { goodPassword } from '../people.ts'
import { nobody, type Scene } from './actors.ts'

export async function recordMail(scene: Scene) {
  await recordQueue(scene)
  await recordLinks(scene)
}

/** No worker runs yet, so that everything waits. */
async function recordQueue({ identity: { deps }, ask, owner, admin }: Scene) {
  const { items } = (await ask(owner, 'GET /mail/jobs?limit=4')).json()
  await ask(admin, 'GET /mail/jobs')
  await ask(owner, 'GET /mail/jobs?status=lost&service=post')
  const [{ id }] = items
  await sql`select graphile_worker.permanently_fail_jobs(array[${id}::bigint], '550 no such user')`.execute(
    deps.db,
  )
  await ask(owner, 'GET /mail/jobs?status=failed')
  await ask(owner, `POST /mail/jobs/${id}/retry`)
  await ask(owner, 'POST /mail/jobs/999999/retry')
  await ask(owner, `POST /mail/jobs/${id}/retry?service=tasks`)
  await sql`select graphile_worker.permanently_fail_jobs(array[${id}::bigint], '550 no such user')`.execute(
    deps.db,
  )
  await ask(owner, 'POST /mail/jobs/retry')
  await ask(owner, 'POST /mail/jobs/retry?service=post')
  await ask(owner, `DELETE /mail/jobs/${id}`)
  await ask(owner, `DELETE /mail/jobs/${id}`)
}

async function recordLinks({ identity, ask, register, signIn }: Scene) {
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`.execute(
    identity.deps.db,
  )
  const mailbox = await startMailbox(identity.deps)
  const carl = await signIn(await register('carl', '+12025550106'))
  const page = { headers: { accept: 'text/html' } }
  const { token } = linkOf(await mailbox.waitForEmail(carl.email))
  await ask(nobody, `GET /email-verify?token=${token}`, undefined, page)
  await ask(nobody, `GET /email-verify?token=${'x'.repeat(201)}`, undefined, page)
  await ask(nobody, `GET /password-reset?token=${'x'.repeat(201)}`)
  await ask(nobody, 'POST /auth/verify-email', { token: 'unknown' })
  await ask(carl, 'POST /auth/verify-email/resend')
  await ask(nobody, 'POST /auth/verify-email', {
    token: linkOf(await mailbox.waitForEmail(carl.email, 1)).token,
  })
  await ask(nobody, 'POST /auth/verify-email', { token })
  await ask(carl, 'POST /auth/verify-email/resend')

  await ask(nobody, 'GET /password-reset', undefined, page)
  await ask(nobody, 'POST /auth/password-reset', { username: carl.email })
  await ask(nobody, 'POST /auth/password-reset', { token: 'x' })
  await ask(nobody, 'POST /auth/password-reset', { token: 'unknown', password: goodPassword })
  const reset = linkOf(await mailbox.waitForEmail(carl.email, 2))
  assert.match(reset.path, /^\/password-reset/)
  const change = { token: reset.token, password: 'another good passphrase' }
  await ask(nobody, 'POST /auth/password-reset', { ...change, password: 'password' })
  await ask(nobody, 'POST /auth/password-reset', change)
  await ask(nobody, 'POST /auth/password-reset', change)
  const again = await signIn({ ...carl, password: change.password }, 'carl with a new password')
  await ask(again, 'DELETE /users/me', { currentPassword: goodPassword })
  await ask(again, 'DELETE /users/me', { currentPassword: change.password })
  await ask(again, 'GET /users/me')
}
