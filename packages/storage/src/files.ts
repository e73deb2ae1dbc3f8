import { errorsOf } from '@atrium/core/errors'
import type { UploadedFile } from '@atrium/core/schema'
import { sharedErrors } from '@atrium/core/shared.errors'
import { outsideOuterTransaction } from '@atrium/database/outer-transaction'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import type { Kysely } from 'kysely'
import { removeOrphanedContent } from './orphaned-content.ts'
import { newKey, type Storage } from './storage.ts'

const { ValidationFailed } = errorsOf(sharedErrors)

const HOUR_MS = 3_600_000
const MAX_NAME_LENGTH = 255
const SAMPLE_BYTES = 64 * 1024
/** Images that a browser shows and that cannot run anything; SVG can. */
const imageTypes = ['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

const UNKNOWN = 'application/octet-stream'
/** What office documents can look like to a program that reads their first bytes. */
const containers = [UNKNOWN, 'application/zip', 'application/x-cfb']
/** What runs nothing in a browser, by what its sender says. It is never shown there, only downloaded. */
const textTypes = /^(text\/(plain|csv|markdown|tab-separated-values|calendar|vcard)|application\/json)$/
const officeTypes =
  /^application\/(msword|vnd\.ms-(excel|powerpoint)|vnd\.(openxmlformats-officedocument|oasis\.opendocument)\.[\w.+-]+)$/

interface Store<DB> {
  db: Kysely<DB>
  storage: Storage
  now: () => Date
}

interface UploadRules {
  /** The form field of the file, for error details. */
  field?: string
  mustBeImage?: boolean
}

/**
 * Stores the content of a file, before the transaction that records it; without a record within the hour it is removed.
 * Returns the fields of the record.
 */
export async function putUpload<DB>(
  { db, storage, now }: Store<DB>,
  { name, type: declared, size, sha256, content }: UploadedFile,
  { field = 'file', mustBeImage = false }: UploadRules = {},
) {
  if (size === 0) throw new ValidationFailed({ [field]: 'empty' })
  const type = await detectType(content(), declared)
  if (mustBeImage && !isImage(type)) throw new ValidationFailed({ [field]: 'image_expected' })
  const key = newKey()
  // Committed first: whatever happens to the request, the job finds content without a record.
  await outsideOuterTransaction(() => removeOrphanedContent(db, key, new Date(now().getTime() + HOUR_MS)))
  await storage.put(key, content(), size)
  return { key, name: cleanFileName(name), type, size, sha256 }
}

/** What the content shows counts; of what it cannot show, a harmless type is believed. */
export async function detectType(content: AsyncIterable<Uint8Array>, declared = '') {
  const sample = await readSample(content)
  const detected = (await fileTypeFromBuffer(sample))?.mime ?? UNKNOWN
  const named = declared.toLowerCase().split(';')[0]?.trim() ?? ''
  const isText = detected === UNKNOWN && textTypes.test(named) && !sample.includes(0)
  const isOffice = containers.includes(detected) && officeTypes.test(named)
  return isText || isOffice ? named : detected
}

/** Names come from the client: no path, nothing invisible, not too long. */
function cleanFileName(name: string) {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const visible = last.replace(/\p{C}/gu, '').trim()
  return [...visible].slice(0, MAX_NAME_LENGTH).join('') || 'file'
}

async function readSample(content: AsyncIterable<Uint8Array>) {
  const sample: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    sample.push(chunk)
    size += chunk.length
    if (size >= SAMPLE_BYTES) break
  }
  return Buffer.concat(sample)
}

function isImage(type: string) {
  return imageTypes.includes(type)
}

interface RecordedFile {
  key: string
  name: string
  type: string
  size: number
  sha256: string
}

interface SendOptions {
  /** How long browsers use it without asking again. By default they always ask, since access can end. */
  maxAgeSeconds?: number
}

/** Only what cannot run anything is shown in the browser; everything else is downloaded. */
export async function sendFile(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, name, type, size, sha256 }: RecordedFile,
  { maxAgeSeconds }: SendOptions = {},
) {
  const etag = `"${sha256}"`
  const caching = maxAgeSeconds === undefined ? 'no-cache' : `max-age=${maxAgeSeconds}`
  const headers = { etag, 'cache-control': `private, ${caching}`, 'x-content-type-options': 'nosniff' }
  if (request.headers['if-none-match'] === etag) return reply.code(304).headers(headers).send()
  const content = await storage.get(key)
  return reply
    .headers(headers)
    .type(type)
    .header('content-length', size)
    .header('content-disposition', contentDisposition(isImage(type) ? 'inline' : 'attachment', name))
    .send(content)
}

/**
 * RFC 6266 §4.1: the name in UTF-8 by RFC 8187, and an ASCII fallback. Always both and quoted, which the package
 * content-disposition does not do.
 */
function contentDisposition(kind: 'inline' | 'attachment', name: string) {
  const fallback = name.replace(/[^ -~]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*!]/g, character => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
  return `${kind}; filename="${fallback}"; filename*=UTF-8''${encoded}`
}
