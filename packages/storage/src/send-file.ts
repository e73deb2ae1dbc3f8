import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentDisposition } from './file-name.ts'
import { isImage } from './image-types.ts'
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

/** Only what cannot run anything is shown in the browser; all else is downloaded, whatever it calls itself. */
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
