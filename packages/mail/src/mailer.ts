import { randomUUID, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { StartRefused } from '@atrium/core/errors'
import { FinalFailure } from '@atrium/jobs/jobs'
import { createTransport } from 'nodemailer'

export interface RenderedEmail {
  to: string
  subject: string
  text: string
  html: string
  /** The name that it comes from; otherwise that of the settings. */
  senderName?: string
  headers?: Record<string, string>
}

export type SendMail = (email: RenderedEmail) => Promise<void>

const TIMEOUT_MS = 10_000
/** No program answers these emails, such as with a note of absence: RFC 3834 §5. */
const HEADERS = { 'Auto-Submitted': 'auto-generated' }

export interface MailSettings {
  MAIL_URL: string
  MAIL_FROM: string
  /** A PEM file: the certificate of the mail server, or of its private certificate authority. */
  MAIL_TLS_CA?: string
}

/** `smtp://…` and `smtps://…` send; `file:FOLDER` writes each email as an .eml file. */
export function createMailer({ MAIL_URL: url, MAIL_FROM: from, MAIL_TLS_CA }: MailSettings): SendMail {
  if (url.startsWith('file:')) return fileMailer(url.slice('file:'.length), from)
  if (!/^smtps?:\/\//.test(url))
    throw new StartRefused('MAIL_URL must be smtp://…, smtps://… or file:FOLDER.')
  const timeouts = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS * 3,
  }
  const tls = MAIL_TLS_CA ? { tls: { ca: [...rootCertificates, readCertificate(MAIL_TLS_CA)] } } : {}
  const transport = createTransport({ url, ...timeouts, ...tls }, { from })
  return async email => {
    try {
      await transport.sendMail(complete(email, from))
    } catch (error) {
      throw isFinal(error as Refusal) ? new FinalFailure((error as Refusal).message) : error
    }
  }
}

function complete({ senderName, ...email }: RenderedEmail, from: string) {
  const sender = senderName === undefined ? {} : { from: { name: senderName, address: addressIn(from) } }
  return { ...email, ...sender, headers: { ...HEADERS, ...email.headers } }
}

/** `MAIL_FROM` is an address, or a name with the address in angle brackets. */
function addressIn(from: string) {
  return from.match(/<([^<>]+)>\s*$/)?.[1] ?? from
}

function readCertificate(path: string) {
  try {
    const pem = readFileSync(path, 'utf8')
    new X509Certificate(pem)
    return pem
  } catch (error) {
    throw new StartRefused(
      `MAIL_TLS_CA must name a certificate in PEM format: ${path} (${(error as Error).message})`,
    )
  }
}

interface Refusal extends Error {
  code?: string
  responseCode?: number
}

const AUTHENTICATION_REQUIRED = 530

/** The server rejects this email now and later: RFC 5321 §4.2.1. Missing authentication can be fixed in the settings. */
function isFinal({ code = '', responseCode = 0 }: Refusal) {
  const isAboutEmail = ['EENVELOPE', 'EMESSAGE'].includes(code)
  return isAboutEmail && responseCode >= 500 && responseCode !== AUTHENTICATION_REQUIRED
}

function fileMailer(folder: string, from: string): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from })
  return async email => {
    const { message } = await transport.sendMail(complete(email, from))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(
      folder,
      `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`,
    )
    await writeFile(`${file}.new`, message as Buffer, { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
}
