import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UploadedFile } from '@atrium/core/schema'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The size limit of the file that this route accepts. */
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
 * Keeps the file on disk until the request ends. It is unlinked at once, so nothing is left behind even if the process
 * is killed.
 */
export async function receiveFile(reply: FastifyReply, { file, filename }: MultipartFile) {
  const opening = openUnlinked()
  reply.raw.once('close', () => opening.then(handle => handle.close()).catch(() => {}))
  const handle = await opening
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of file) {
    hash.update(chunk)
    size += chunk.length
    await handle.writeFile(chunk)
  }
  if (size === 0 && !filename) return undefined // an empty file field of a form
  const upload: UploadedFile = {
    name: filename ?? '',
    size,
    sha256: hash.digest('hex'),
    content: () => read(handle),
  }
  return Object.defineProperty(upload, UPLOAD, { value: true })
}

async function openUnlinked() {
  const path = join(tmpdir(), `atrium-upload-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

/** Not the handle's own stream, which closes the file when its reader stops early. */
async function* read(handle: FileHandle) {
  for (let position = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}
