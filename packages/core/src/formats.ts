import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { isDatabaseAddress } from './database-address.ts'
import { languageCodes } from './languages.ts'

/** Formats that a pattern alone cannot check. */
export const formats = {
  email: isEmail,
  'single-line': isSingleLine,
  emoji: (text: string) => /^\p{RGI_Emoji}$/v.test(text),
  '32-bytes': (text: string) => Buffer.byteLength(text) >= 32,
  'database-address': isDatabaseAddress,
  origins: (text: string) => listOf(text).every(isOrigin),
  networks: (text: string) => listOf(text).length > 0 && listOf(text).every(isNetwork),
  'outbound-allow': (text: string) => listOf(text).every(entry => isNetwork(entry) || isHostName(entry)),
  languages: (text: string) => listOf(text).length > 0 && listOf(text).every(isLanguage),
  proxies: (text: string) => /^(true|false|none|\d+)$/.test(text) || listOf(text).every(isProxy),
}

const LONGEST_LOCAL_PART = 64 // RFC 5321 §4.5.3.1.1, in bytes
const LONGEST_DOMAIN = 253

const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const LABEL = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i

/** The dot-atom form of RFC 5321, in any script (RFC 6531), at a domain name that IDNA can encode. */
export function isEmail(text: string) {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const typed = text.slice(at + 1)
  if (at < 1 || Buffer.byteLength(local) > LONGEST_LOCAL_PART || !LOCAL_PART.test(local)) return false
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(typed)) return false
  const domain = domainToASCII(typed)
  const labels = domain.split('.')
  return domain.length <= LONGEST_DOMAIN && labels.length > 1 && labels.every(label => LABEL.test(label))
}

/** No line breaks, no other control characters. */
function isSingleLine(text: string) {
  return !/[\p{Cc}\u2028\u2029]/u.test(text)
}

export function listOf(commaSeparated: string | undefined) {
  return (commaSeparated ?? '').split(',').flatMap(entry => entry.trim() || [])
}

function isLanguage(text: string) {
  return languageCodes.some(code => code === text)
}

function isOrigin(text: string) {
  return URL.canParse(text) && new URL(text).origin === text
}

/** An address, a network such as 10.0.0.0/8, or one of the names that Fastify knows. */
function isProxy(text: string) {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isNetwork(text)
}

/** An address, or a network such as 10.0.0.0/8. */
function isNetwork(text: string) {
  const [address = '', bits = '0'] = text.split('/')
  const longest = { 4: 32, 6: 128 }[isIP(address)]
  return longest !== undefined && /^\d+$/.test(bits) && Number(bits) <= longest
}

/** A name without scheme, port or path. Digits alone would be an address that is not written out. */
function isHostName(text: string) {
  const labels = text.replace(/\.$/, '').split('.')
  return (
    text.length <= LONGEST_DOMAIN &&
    labels.every(label => LABEL.test(label)) &&
    /\D/.test(labels.at(-1) ?? '')
  )
}
