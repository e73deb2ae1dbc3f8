import { createHmac } from 'node:crypto'
import { areEqualSecrets } from '@atrium/http/routes/credentials'

const STEP_SECONDS = 30
const DIGITS = 6
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 6238 with the parameters of every authenticator app: HMAC-SHA1, 30 seconds, 6 digits. */
export function codeAt(secret: Buffer, step: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

export function stepAt(now: Date) {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS)
}

/** The step of this code: the current one or one next to it, as clocks differ and typing takes time. */
export function stepOf(secret: Buffer, code: string, now: Date) {
  const current = stepAt(now)
  return [current, current - 1, current + 1].find(step => areEqualSecrets(codeAt(secret, step), code))
}

/** RFC 4648 §6, without padding. */
export function base32(bytes: Buffer) {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map(group => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

export function fromBase32(text: string) {
  const bits = [...text].map(character => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map(byte => Number.parseInt(byte, 2)))
}

/** The content of the QR code that an authenticator app scans. The colon separates issuer and account there, so the issuer has none. */
export function keyAddress(secret: Buffer, account: string, product: string) {
  const issuer = encodeURIComponent(product.replaceAll(/:\s*/g, ' ').trim())
  const parameters = `secret=${base32(secret)}&issuer=${issuer}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?${parameters}`
}
