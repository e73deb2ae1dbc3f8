import { randomUUID, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { StartRefused } from '@atrium/core/coded-errors'
import { FinalFailure } from '@atrium/jobs/jobs'
import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export type SendMail = (mail: Mail) => Promise<void>

const PATIENCE_MS = 10_000

export interface MailSettings {
  MAIL_URL: string
  MAIL_FROM: string
  /** A PEM file with the certificate, or its authority, of a mail server that no public authority vouches for. */
  MAIL_TLS_CA?: string
}

/** `smtp://…` and `smtps://…` send; `file:FOLDER` writes each message as an .eml file. */
export function createMailer({ MAIL_URL: url, MAIL_FROM: from, MAIL_TLS_CA }: MailSettings): SendMail {
  if (url.startsWith('file:')) return fileMailer(url.slice('file:'.length), from)
  if (!/^smtps?:\/\//.test(url))
    throw new StartRefused('MAIL_URL must be smtp://…, smtps://… or file:FOLDER.')
  const timeouts = {
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS * 3,
  }
  const tls = MAIL_TLS_CA ? { tls: { ca: [...rootCertificates, readCertificate(MAIL_TLS_CA)] } } : {}
  const transport = createTransport({ url, ...timeouts, ...tls }, { from })
  return async mail => {
    try {
      await transport.sendMail(mail)
    } catch (error) {
      throw isRefused(error as Refusal) ? new FinalFailure((error as Refusal).message) : error
    }
  }
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

const SIGN_IN_FIRST = 530

/** The server will not take this letter, now or later: RFC 5321 §4.2.1. A sign-in that it wants can be set right. */
function isRefused({ code = '', responseCode = 0 }: Refusal) {
  const isAboutLetter = ['EENVELOPE', 'EMESSAGE'].includes(code)
  return isAboutLetter && responseCode >= 500 && responseCode !== SIGN_IN_FIRST
}

function fileMailer(folder: string, from: string): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from })
  return async mail => {
    const { message } = await transport.sendMail(mail)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(
      folder,
      `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`,
    )
    await writeFile(`${file}.new`, message as Buffer, { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
}
