/** Puts a value into a filter in which `{placeholder}` stands for it; nothing in it can change the filter (RFC 4515 §3). */
export function fillFilter(filter: string, placeholder: 'login' | 'dn', value: string) {
  const escaped = value.replaceAll(/[\\*()\0]/g, character => {
    return `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
  return filter.trim().replaceAll(`{${placeholder}}`, () => escaped)
}

/** The domain at the end of a DN, such as dc=example,dc=org; without one, its last part. */
export function domainOf(dn: string) {
  const parts = dn.split(/(?<!\\),/).map(part => part.trim().toLowerCase())
  const start = parts.findLastIndex(part => !part.startsWith('dc=')) + 1
  return parts.slice(Math.min(start, parts.length - 1)).join(',')
}

/** The identifier of an entry as text: a GUID as Active Directory writes it, other binary values in hexadecimal. */
export function subjectOf(idAttribute: string, value: Buffer) {
  if (isGuid(idAttribute) && value.length === 16) return guidOf(value)
  const text = value.toString()
  return Buffer.from(text).equals(value) ? text : `${HEX}${value.toString('hex')}`
}

/** The value to compare with in a search for the entry with this identifier. */
export function valueOfSubject(idAttribute: string, subject: string): string | Buffer {
  if (isGuid(idAttribute) && GUID.test(subject)) return bytesOfGuid(subject)
  return subject.startsWith(HEX) ? Buffer.from(subject.slice(HEX.length), 'hex') : subject
}

const HEX = 'hex:'
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isGuid(idAttribute: string) {
  return idAttribute.toLowerCase() === 'objectguid'
}

/** The first three parts of a GUID are stored with their bytes reversed (MS-DTYP §2.3.4.2). */
function guidOf(bytes: Buffer) {
  const hex = mixed(bytes).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function bytesOfGuid(guid: string) {
  return mixed(Buffer.from(guid.replaceAll('-', ''), 'hex'))
}

function mixed(bytes: Buffer) {
  const part = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).reverse()
  return Buffer.concat([part(0, 4), part(4, 6), part(6, 8), bytes.subarray(8)])
}
