import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { origin } from './identity-service.ts'

interface Options {
  challenge: string
  user?: { id: string }
}

/** What a faulty browser or authenticator sends instead. */
interface Flaws {
  origin?: string
  type?: string
  challenge?: string
  rpId?: string
  isUserVerified?: boolean
  counter?: number
  userHandle?: string
  attestation?: Buffer
}

/** An authenticator in software, ES256, with the browser around it (WebAuthn §6). */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32).toString('base64url')
  let counter = 0
  let userHandle = ''

  function create({ challenge, user }: Options, flaws: Flaws = {}) {
    userHandle = user?.id ?? ''
    const clientData = clientDataOf('webauthn.create', challenge, flaws)
    const data = authenticatorData(flaws, counter, attestedKey(id, publicKey.export({ format: 'jwk' })))
    const attestationObject = flaws.attestation ?? attestation('none', cbor.map(), data)
    const transports = ['internal', 'hybrid']
    const response = { clientDataJSON: encoded(clientData), attestationObject: encoded(attestationObject) }
    return { ...credential(id), response: { ...response, transports } }
  }

  function get({ challenge }: Options, flaws: Flaws = {}) {
    counter = flaws.counter ?? counter + 1
    const clientData = clientDataOf('webauthn.get', challenge, flaws)
    const data = authenticatorData(flaws, counter)
    const digest = createHash('sha256').update(clientData).digest()
    const response = {
      clientDataJSON: encoded(clientData),
      authenticatorData: encoded(data),
      signature: encoded(sign('sha256', Buffer.concat([data, digest]), privateKey)),
      userHandle: flaws.userHandle ?? userHandle,
    }
    return { ...credential(id), response }
  }

  return { id, create, get }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

/** With a certificate, which we never ask for. */
export function certifiedAttestation() {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const statement = cbor.map(
    [cbor.text('alg'), Buffer.from([0x26])],
    [cbor.text('sig'), cbor.bytes(Buffer.alloc(8))],
    [cbor.text('x5c'), Buffer.concat([Buffer.from([0x81]), cbor.bytes(Buffer.alloc(8))])],
  )
  return attestation(
    'packed',
    statement,
    authenticatorData({}, 0, attestedKey(randomBytes(32).toString('base64url'), key)),
  )
}

function credential(id: string) {
  return {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
  }
}

function clientDataOf(type: string, challenge: string, flaws: Flaws) {
  const said = { type, challenge, origin, crossOrigin: false }
  return Buffer.from(JSON.stringify({ ...said, ...picked(flaws, 'type', 'challenge', 'origin') }))
}

function picked<Name extends keyof Flaws>(flaws: Flaws, ...names: Name[]) {
  return Object.fromEntries(names.flatMap(name => (flaws[name] === undefined ? [] : [[name, flaws[name]]])))
}

function authenticatorData(
  { rpId = 'localhost', isUserVerified = true }: Flaws,
  counter: number,
  attested?: Buffer,
) {
  const flags = 0x01 | (isUserVerified ? 0x04 : 0) | 0x08 | 0x10 | (attested ? 0x40 : 0)
  const head = Buffer.alloc(5)
  head.writeUInt8(flags)
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), head, attested ?? Buffer.alloc(0)])
}

function attestedKey(id: string, { x = '', y = '' }: { x?: string; y?: string }) {
  const name = Buffer.from(id, 'base64url')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(name.length)
  const number = (value: number) => Buffer.from([value < 0 ? 0x20 - value - 1 : value])
  const key = cbor.map(
    [number(1), number(2)],
    [number(3), number(-7)],
    [number(-1), number(1)],
    [number(-2), cbor.bytes(Buffer.from(x, 'base64url'))],
    [number(-3), cbor.bytes(Buffer.from(y, 'base64url'))],
  )
  return Buffer.concat([Buffer.alloc(16), length, name, key])
}

function attestation(format: string, statement: Buffer, data: Buffer) {
  return cbor.map(
    [cbor.text('fmt'), cbor.text(format)],
    [cbor.text('attStmt'), statement],
    [cbor.text('authData'), cbor.bytes(data)],
  )
}

/** As much of RFC 8949 as an authenticator needs. */
const cbor = {
  text: (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]),
  bytes: (bytes: Buffer) => {
    const { length } = bytes
    const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff]
    return Buffer.concat([Buffer.from(head), bytes])
  },
  map: (...entries: [Buffer, Buffer][]) =>
    Buffer.concat([Buffer.from([0xa0 + entries.length]), ...entries.flat()]),
}

function encoded(bytes: Buffer) {
  return bytes.toString('base64url')
}
