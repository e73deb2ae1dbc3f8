import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UploadedFile } from '@atrium/core/schema'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How large the file may be that this route takes. */
    maxFileBytes?: number
  }
}

const CHUNK_BYTES = 64 * 1024

const UPLOAD = Symbol('upload')

export function isUploadedFile(value: unknown): value is UploadedFile {
  return typeof value === 'object' && value !== null && UPLOAD in value
}

/** Whether the schema of a body has a file in this field. */
export function takesFile(body: unknown, field: string) {
  const { properties = {} } = (body ?? {}) as { properties?: Record<string, { isFile?: boolean }> }
  return Object.hasOwn(properties, field) && properties[field]?.isFile === true
}

/**
 * Keeps the file on disk while the request lasts. It has no name there: whatever ends the request, or this process,
 * nothing is left behind.
 */
export async function receiveFile(reply: FastifyReply, { file, filename }: MultipartFile) {
  const opening = openNameless()
  reply.raw.once('close', () => opening.then(handle => handle.close()).catch(() => {}))
  const handle = await opening
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of file) {
    hash.update(chunk)
    size += chunk.length
    await handle.writeFile(chunk)
  }
  if (size === 0 && !filename) return undefined // a form's field that was left empty
  const upload: UploadedFile = {
    name: filename ?? '',
    size,
    sha256: hash.digest('hex'),
    content: () => read(handle),
  }
  return Object.defineProperty(upload, UPLOAD, { value: true })
}

async function openNameless() {
  const path = join(tmpdir(), `atrium-upload-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

/** Not the handle's own stream: whoever stops reading that one closes the file. */
async function* read(handle: FileHandle) {
  for (let position = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}
