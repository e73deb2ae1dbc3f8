import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'

const MAX_LOG_BYTES = 20 * 1024 * 1024

/**
 * Appends the output of `source` to `file`. A full file is renamed to `.1`, replacing the one before it. What cannot be
 * written, for instance on a full disk, is lost: that must not stop the service.
 */
export function keepLog(source: Readable, file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  let stream = openLog(file)
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  source.on('data', (chunk: Buffer) => {
    if (stream.destroyed) stream = openLog(file)
    stream.write(chunk)
    size += chunk.length
    if (size < MAX_LOG_BYTES) return
    stream.end()
    rotate(file)
    stream = openLog(file)
    size = 0
  })
  source.once('end', () => stream.end())
}

function openLog(file: string): WriteStream {
  return createWriteStream(file, { flags: 'a', mode: 0o600 }).on('error', () => {})
}

function rotate(file: string) {
  try {
    renameSync(file, `${file}.1`)
  } catch {
    // It has been removed.
  }
}
