import type { FastifyReply, FastifyRequest } from 'fastify'
import { isImage } from './content-type.ts'
import type { Storage } from './storage.ts'

/** For the API description of a route that sends a file. */
export const fileStatuses = { 304: 'The cached file is still current (`If-None-Match`)' }

interface RecordedFile {
  key: string
  name: string
  type: string
  size: number
  sha256: string
}

/** Only what cannot run anything is shown in the browser; everything else is downloaded. */
export async function sendFile(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, name, type, size, sha256 }: RecordedFile,
) {
  const etag = `"${sha256}"`
  const headers = { etag, 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' }
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
