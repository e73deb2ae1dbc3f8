import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'

const LARGEST_LOG_BYTES = 20 * 1024 * 1024

/**
 * Appends what `source` says to `file`; a full file makes room, and the one before it is kept as `.1`. What cannot be
 * written, as on a full disk, is lost: that is no reason to stop what it tells of.
 */
export function keepLog(source: Readable, file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  let stream = openLog(file)
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  source.on('data', (chunk: Buffer) => {
    if (stream.destroyed) stream = openLog(file)
    stream.write(chunk)
    size += chunk.length
    if (size < LARGEST_LOG_BYTES) return
    stream.end()
    makeRoom(file)
    stream = openLog(file)
    size = 0
  })
  source.once('end', () => stream.end())
}

function openLog(file: string): WriteStream {
  return createWriteStream(file, { flags: 'a', mode: 0o600 }).on('error', () => {})
}

function makeRoom(file: string) {
  try {
    renameSync(file, `${file}.1`)
  } catch {
    // Somebody has removed it.
  }
}
