import { errorsOf } from '@atrium/core/errors'
import type { UploadedFile } from '@atrium/core/schema'
import { sharedErrors } from '@atrium/core/shared.errors'
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
  { name, size, sha256, content }: UploadedFile,
  { field = 'file', mustBeImage = false }: UploadRules = {},
) {
  if (size === 0) throw new ValidationFailed({ [field]: 'empty' })
  const type = await detectType(content())
  if (mustBeImage && !isImage(type)) throw new ValidationFailed({ [field]: 'image_expected' })
  const key = newKey()
  await removeOrphanedContent(db, key, new Date(now().getTime() + HOUR_MS))
  await storage.put(key, content(), size)
  return { key, name: cleanFileName(name), type, size, sha256 }
}

/** Names come from the client: no path, nothing invisible, not too long. */
function cleanFileName(name: string) {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const visible = last.replace(/\p{C}/gu, '').trim()
  return [...visible].slice(0, MAX_NAME_LENGTH).join('') || 'file'
}

/** By the first bytes, not by the name. */
export async function detectType(content: AsyncIterable<Uint8Array>) {
  const sample: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    sample.push(chunk)
    size += chunk.length
    if (size >= SAMPLE_BYTES) break
  }
  const found = await fileTypeFromBuffer(Buffer.concat(sample))
  return found?.mime ?? 'application/octet-stream'
}

function isImage(type: string) {
  return imageTypes.includes(type)
}

/** For the API description of a route that sends a file. */
export const fileStatuses = { 304: 'The cached file is still current (`If-None-Match`)' }

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
