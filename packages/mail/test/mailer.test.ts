import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { StartRefused } from '@atrium/core/errors'
import { FinalFailure } from '@atrium/jobs/jobs'
import { freePort } from '@atrium/testing/free-port'
import { createFolder } from '@atrium/testing/run-folder'
import { SMTPServer } from 'smtp-server'
import { createMailer } from '../src/mailer.ts'

const MAIL_FROM = 'Atrium <atrium@example.org>'
const email = { to: 'ann@example.org', subject: 'Hello', text: 'Hello Ann', html: '<p>Hello <b>Ann</b></p>' }

interface Received {
  from: string
  to: string[]
  source: string
}

/** A mail server that responds with these codes, if any, to a recipient or to the email. */
async function startMailServer({ rcpt, data }: { rcpt?: number; data?: number } = {}) {
  const received: Received[] = []
  const refuse = (responseCode: number | undefined) =>
    responseCode ? Object.assign(new Error('refused by the test'), { responseCode }) : null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refuse(rcpt)),
    onData: async (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      const source = await text(stream)
      const from = mailFrom ? mailFrom.address : ''
      if (!data) received.push({ from, to: rcptTo.map(({ address }) => address), source })
      done(refuse(data))
    },
  })
  const port = await freePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  after(() => server.close())
  return { received, send: createMailer({ MAIL_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM }) }
}

test('an email is sent by SMTP, as text and as HTML', async () => {
  const { send, received } = await startMailServer()
  await send(email)
  const [{ from, to, source } = { from: '', to: [], source: '' }] = received
  assert.deepEqual([from, to], ['atrium@example.org', ['ann@example.org']])
  assert.match(source, /^From: Atrium <atrium@example\.org>/m)
  assert.match(source, /^Subject: Hello/m)
  assert.match(source, /^Auto-Submitted: auto-generated\r$/m)
  assert.match(source, /multipart\/alternative/)
  assert.match(source, /text\/plain[\s\S]*Hello Ann[\s\S]*text\/html[\s\S]*<p>Hello <b>Ann<\/b><\/p>/)
})

for (const [what, answer] of [
  ['the recipient', { rcpt: 550 }],
  ['the email', { data: 554 }],
] as const) {
  test(`a permanent rejection of ${what} is not retried`, async () => {
    const { send } = await startMailServer(answer)
    await assert.rejects(send(email), error => error instanceof FinalFailure && /refused/.test(error.message))
  })
}

for (const [what, answer] of [
  ['is busy', { rcpt: 450 }],
  ['has no space for the email', { data: 452 }],
  ['requires authentication', { rcpt: 530 }],
] as const) {
  test(`an email is retried when the server ${what}`, async () => {
    const { send } = await startMailServer(answer)
    await assert.rejects(send(email), error => !(error instanceof FinalFailure))
  })
}

test('an email is retried when the server does not respond', async () => {
  const send = createMailer({ MAIL_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM })
  await assert.rejects(send(email), error => !(error instanceof FinalFailure))
})

test('with file:FOLDER each email is a file that only the owner can read', async () => {
  const folder = join(createFolder('mail'), 'created', 'at first use')
  const send = createMailer({ MAIL_URL: `file:${folder}`, MAIL_FROM })
  await Promise.all([send(email), send({ ...email, to: 'bob@example.org' })])
  const files = readdirSync(folder)
  assert.equal(files.length, 2)
  assert.ok(files.every(name => name.endsWith('.eml')))
  const contents = files.map(name => readFileSync(join(folder, name), 'utf8'))
  for (const to of ['ann@example.org', 'bob@example.org'])
    assert.equal(contents.filter(content => content.includes(`To: ${to}`)).length, 1)
  for (const name of files) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600)
})

test('a line break in the subject cannot add a header', async () => {
  const { send, received } = await startMailServer()
  await send({ ...email, subject: 'Hello\r\nBcc: eve@example.org' })
  assert.deepEqual(received[0]?.to, ['ann@example.org'])
  assert.doesNotMatch(received[0]?.source ?? '', /^Bcc:/m)
})

test('an unsupported MAIL_URL is refused at the start', () => {
  for (const MAIL_URL of ['', 'http://mail.example.org', 'mail.example.org:25', 'smtp:mail.example.org'])
    assert.throws(() => createMailer({ MAIL_URL, MAIL_FROM }), StartRefused, MAIL_URL)
})
