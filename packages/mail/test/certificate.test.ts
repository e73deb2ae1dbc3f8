import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { StartRefused } from '@atrium/core/errors'
import { freePort } from '@atrium/testing/free-port'
import { runFolder } from '@atrium/testing/run-folder'
import { SMTPServer } from 'smtp-server'
import { createMailer } from '../src/mailer.ts'

const email = { to: 'ann@example.org', subject: 'Hello', text: 'Hello Ann', html: '<p>Hello Ann</p>' }
const MAIL_FROM = 'Atrium <atrium@example.org>'
const skip = spawnSync('openssl', ['version']).status !== 0 && 'openssl is not installed'

test('MAIL_TLS_CA allows a mail server with a private certificate', { skip }, async () => {
  const { MAIL_URL, certificate, received } = await startServerWithPrivateCertificate()
  const distrustful = createMailer({ MAIL_URL, MAIL_FROM })
  await assert.rejects(distrustful(email), /self-signed certificate/)
  assert.equal(received.length, 0)

  const trusting = createMailer({ MAIL_URL, MAIL_FROM, MAIL_TLS_CA: certificate })
  await trusting(email)
  assert.match(received.join(''), /Hello Ann/)
})

test('an unreadable certificate is refused at the start', () => {
  const notes = join(runFolder(), 'no-certificate.pem')
  writeFileSync(notes, 'no certificate')
  for (const MAIL_TLS_CA of [notes, join(runFolder(), 'missing.pem')]) {
    const create = () => createMailer({ MAIL_URL: 'smtp://localhost', MAIL_FROM, MAIL_TLS_CA })
    assert.throws(create, error => error instanceof StartRefused && error.message.includes(MAIL_TLS_CA))
  }
})

/** Requires STARTTLS. */
async function startServerWithPrivateCertificate() {
  const [key, certificate] = ['mail-key.pem', 'mail-certificate.pem'].map(name => join(runFolder(), name))
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const args = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    certificate,
  ]
  execFileSync('openssl', [...(args as string[]), ...subject], { stdio: 'ignore' })
  const received: string[] = []
  const server = new SMTPServer({
    key: readFileSync(String(key)),
    cert: readFileSync(String(certificate)),
    disabledCommands: ['AUTH'],
    onMailFrom: (_address, session, done) => done(session.secure ? null : new Error('STARTTLS first')),
    onData: (stream, _session, done) => {
      text(stream).then(content => {
        received.push(content)
        done()
      }, done)
    },
  })
  server.on('error', () => {}) // from the client that does not trust it
  const port = await freePort()
  await new Promise<void>(resolve => server.listen(port, 'localhost', () => resolve()))
  after(() => server.close())
  return { MAIL_URL: `smtp://localhost:${port}`, certificate: String(certificate), received }
}
