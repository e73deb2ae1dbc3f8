import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { startJobs } from '@atrium/jobs/jobs'
import { createMailer } from '@atrium/mail/mailer'
import { freePort } from '@atrium/testing/free-port'
import { waitUntil } from '@atrium/testing/wait-until'
import { SMTPServer } from 'smtp-server'
import type { Deps } from '#deps.ts'
import { mailTasks } from '#mail/email-jobs.ts'

export interface Received {
  to: string[]
  source: string
}

/** A real SMTP server that stores what it receives, and the service's worker that sends to it. */
export async function startMailbox(deps: Deps) {
  const received: Received[] = []
  const refused = new Map<string, number>()
  const port = await freePort()
  let server = openServer({ received, refused }, port)
  const sendMail = createMailer({
    MAIL_URL: `smtp://localhost:${port}`,
    MAIL_FROM: 'Atrium <atrium@example.org>',
  })
  const worker = await startJobs(deps.settings.IDENTITY_DATABASE_URL, mailTasks(deps, sendMail), deps.log)
  after(async () => {
    await worker.stop()
    server.close()
  })
  return {
    received,
    /** Addresses that the server refuses, each with its code. */
    refused,
    /** The next email to this address. */
    waitForEmail: (email: string, skip = 0) =>
      untilFound(() => received.filter(({ to }) => to.includes(email))[skip]),
    goAway: () => new Promise<void>(resolve => server.close(resolve)),
    comeBack: () => {
      server = openServer({ received, refused }, port)
    },
  }
}

interface Post {
  received: Received[]
  refused: Map<string, number>
}

function openServer({ received, refused }: Post, port: number) {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = refused.get(address)
      done(responseCode ? Object.assign(new Error('not here'), { responseCode }) : null)
    },
    onData: (stream, { envelope }, done) => {
      text(stream).then(source => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), source })
        done()
      }, done)
    },
  })
  server.listen(port, 'localhost')
  return server
}

async function untilFound<T>(find: () => T | undefined): Promise<T> {
  await waitUntil(() => find() !== undefined)
  return find() as T
}

/** The link of an email; long text parts are quoted-printable. */
export function linkOf({ source }: Received) {
  const plain = source.replace(/=\r?\n/g, '').replace(/=3D/g, '=')
  const [link] = plain.match(/http:\/\/[^\s"<>]+\?token=[\w-]+/) ?? []
  if (!link) throw new Error(`There is no link in: ${source}`)
  return { path: link.slice(link.indexOf('/', 8)), token: link.split('token=')[1] ?? '' }
}
