import { isIP } from 'node:net'

/** What a setting says that a pattern cannot check. */
export const settingFormats = {
  '32-bytes': (text: string) => Buffer.byteLength(text) >= 32,
  origins: (text: string) => listOf(text).every(isOrigin),
  proxies: (text: string) => /^(true|false|none|\d+)$/.test(text) || listOf(text).every(isProxy),
}

export function listOf(commaSeparated: string | undefined) {
  return (commaSeparated ?? '').split(',').flatMap(entry => entry.trim() || [])
}

function isOrigin(text: string) {
  return URL.canParse(text) && new URL(text).origin === text
}

/** An address, a network such as 10.0.0.0/8, or one of the names that Fastify knows. */
function isProxy(text: string) {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits = '0'] = text.split('/')
  const longest = { 4: 32, 6: 128 }[isIP(address)]
  return longest !== undefined && /^\d+$/.test(bits) && Number(bits) <= longest
}
