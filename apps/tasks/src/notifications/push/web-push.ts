import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { SignJWT } from 'jose'

const CURVE = 'prime256v1'
const POINT_BYTES = 65
const SECRET_BYTES = 16
const SALT_BYTES = 16
const RECORD_BYTES = 4096
/** The end of the only record (RFC 8188 §2). */
const LAST_RECORD = Buffer.of(2)
/** RFC 8292 §2 allows a day; clocks differ. */
const TOKEN_SECONDS = 12 * 3600

/** What a browser gives to those who send to it, in base64url. */
export interface ReceiverKeys {
  p256dh: string
  auth: string
}

/** A key pair of the application server: the public key as an uncompressed point, the private key as PKCS #8. */
export interface ServerKeys {
  publicKey: string
  privateKey: string
}

export function createServerKeys(): ServerKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return {
    publicKey: point.toString('base64url'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  }
}

/** Whether something can be encrypted for these keys. */
export function areReceiverKeys({ p256dh, auth }: ReceiverKeys) {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES || point[0] !== 4) return false
  if (Buffer.from(auth, 'base64url').length !== SECRET_BYTES) return false
  try {
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: String(x), y: String(y) }, format: 'jwk' })
    return true
  } catch {
    return false // not on the curve
  }
}

/** Encrypts a message for a browser: the content coding `aes128gcm` of RFC 8188 with the keys of RFC 8291. */
export function encryptFor({ p256dh, auth }: ReceiverKeys, message: string) {
  const receiver = Buffer.from(p256dh, 'base64url')
  const sender = createECDH(CURVE)
  const ownPoint = sender.generateKeys()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, ownPoint])
  const shared = derive(sender.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32)
  const salt = randomBytes(SALT_BYTES)
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const record = [
    cipher.update(message, 'utf8'),
    cipher.update(LAST_RECORD),
    cipher.final(),
    cipher.getAuthTag(),
  ]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([salt, size, Buffer.of(ownPoint.length), ownPoint, ...record])
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number) {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

interface Sender {
  keys: ServerKeys
  /** Whom the push service writes to if something is wrong: a `mailto:` or `https:` address. */
  contact: string
  now: Date
}

/** The header by which a push service knows who sends (RFC 8292). */
export async function authorizationFor(endpoint: string, { keys, contact, now }: Sender) {
  const key = createPrivateKey({ key: Buffer.from(keys.privateKey, 'base64'), type: 'pkcs8', format: 'der' })
  const token = await new SignJWT({ sub: contact })
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor(now.getTime() / 1000) + TOKEN_SECONDS)
    .sign(key)
  return `vapid t=${token}, k=${keys.publicKey}`
}
