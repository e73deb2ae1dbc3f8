import { generateKeyPairSync, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

const SEQUENCE = 0x30
const OID_CN = Buffer.from('0603550403', 'hex')
const OID_ALTERNATIVE_NAMES = Buffer.from('0603551d11', 'hex')
const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex')

/** A certificate for a host name or an IPv4 address, and a time, as DER (X.680, RFC 5280): no tool that is everywhere makes expired ones. */
export function selfSign(host: string, validFrom: Date, validTo: Date) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = der(SEQUENCE, der(0x31, der(SEQUENCE, OID_CN, der(0x0c, Buffer.from(host)))))
  const address = isIPv4(host) && der(0x87, Buffer.from(host.split('.').map(Number)))
  const hosts = der(SEQUENCE, address || der(0x82, Buffer.from(host)))
  const content = der(
    SEQUENCE,
    der(0xa0, Buffer.from('020102', 'hex')), // version 3
    Buffer.from('020101', 'hex'), // serial number
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, utcTime(validFrom), utcTime(validTo)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, der(SEQUENCE, OID_ALTERNATIVE_NAMES, der(0x04, hosts)))),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const base64 = der(SEQUENCE, content, ECDSA_WITH_SHA256, signature).toString('base64')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

function der(tag: number, ...parts: Buffer[]) {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function utcTime(time: Date) {
  return der(0x17, Buffer.from(`${time.toISOString().slice(2, 19).replace(/\D/g, '')}Z`))
}
