import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createPasswordMeter } from '#sign-in/credentials/password-meter.ts'
import { formOf } from '../authorize-flow.ts'
import { startIdentity } from '../identity-service.ts'
import { asPerson, cookiesOf, createUser, goodPassword, registrationInput } from '../people.ts'

const identity = await startIdentity()
const { app, deps } = identity
const slowest = {
  password: 'a1'.repeat(32),
  surname: 'a1'.repeat(512),
  name: 'a1a1a1a1'.repeat(128),
  email: 'a1a1.'.repeat(204),
  phone: '',
}

function measure(payload: object) {
  return app.inject({ method: 'POST', url: '/auth/password-strength', payload })
}

/** Replaces the meter by one that is full: its thread has yet to load the dictionaries. */
async function withFullQueue(work: () => Promise<void>) {
  const shared = deps.passwordMeter
  deps.passwordMeter = createPasswordMeter()
  const owner = { email: '', phone: '', surname: '', name: '' }
  const waiting = Array.from({ length: 40 }, () => deps.passwordMeter.measure('x', owner))
  try {
    await work()
    await Promise.all(waiting)
  } finally {
    await deps.passwordMeter.close()
    deps.passwordMeter = shared
  }
}

test('the event loop goes on while the slowest passwords are measured', async () => {
  const { password, ...owner } = slowest
  await deps.passwordMeter.measure(password, owner) // starts the thread
  const measured = Array.from({ length: 10 }, () => deps.passwordMeter.measure(password, owner))
  const first = await Promise.race([Promise.all(measured).then(() => 'passwords'), setImmediate('loop')])
  assert.equal(first, 'loop')
  await Promise.all(measured)
})

test('a new password beyond the queue is refused for a few seconds, wherever it is sent', async () => {
  const person = await createUser(identity)
  const call = await asPerson(identity, person)
  const change = { password: 'another good passphrase', currentPassword: goodPassword }
  const page = await app.inject({ url: '/register', headers: { accept: 'text/html' } })
  await withFullQueue(async () => {
    const { consent, ...typed } = registrationInput()
    const responses = await Promise.all([
      measure({ password: goodPassword }),
      app.inject({ method: 'POST', url: '/users', payload: registrationInput() }),
      call('POST', `/users/${person.id}/passport-change`, change),
      app.inject({
        method: 'POST',
        url: '/register',
        cookies: cookiesOf(page),
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        payload: String(new URLSearchParams({ ...formOf(page.body), ...typed })),
      }),
    ])
    for (const response of responses) {
      assert.equal(response.statusCode, 503, response.body)
      assert.equal(response.headers['retry-after'], '5')
    }
    const [measured, , , registerPage] = responses
    assert.equal(measured?.json().error.details.reason, 'too_many_password_checks')
    assert.match(registerPage?.body ?? '', new RegExp(`value="${typed.email}"`), 'what was typed stays')
  })
  assert.equal((await measure({ password: goodPassword })).statusCode, 200)
})

test('a thread that has ended is replaced', async () => {
  const meter = createPasswordMeter()
  after(() => meter.close())
  const owner = { email: '', phone: '', surname: '', name: '' }
  const interrupted = assert.rejects(meter.measure(goodPassword, owner), /has ended/)
  await meter.close()
  await interrupted
  assert.equal((await meter.measure(goodPassword, owner)).problem, undefined)
})

test('only the first 100 characters of what is known about the owner count', async () => {
  const filler = 'x'.repeat(92)
  const own = async (name: string) =>
    (await measure({ password: 'agnieszka1987', name })).json().item.weakSpots.includes('own')
  assert.equal(await own(`${filler.slice(0, 50)} agnieszka`), true)
  assert.equal(await own(`${filler} agnieszka`), false)
})

test('one address measures 60 passwords a minute', async () => {
  const limited = await startIdentity()
  const send = () =>
    limited.app.inject({ method: 'POST', url: '/auth/password-strength', payload: { password: 'x' } })
  for (let count = 0; count < 60; count += 1) assert.equal((await send()).statusCode, 200)
  const refused = await send()
  assert.equal(refused.statusCode, 429)
  assert.ok(Number(refused.headers['retry-after']) > 0)
})
