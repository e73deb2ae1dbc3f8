import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { StartRefused } from '@atrium/core/coded-errors'
import { openFolder } from './folder-storage.ts'

/** Where files lie, by keys of our own making: nothing that a user says becomes part of a path. */
export interface Storage {
  /** Whole or not at all: content that is longer or shorter than `size` is refused. */
  put: (key: string, content: AsyncIterable<Uint8Array>, size: number) => Promise<void>
  get: (key: string) => Promise<Readable>
  /** Of a key that is not there, too. */
  delete: (key: string) => Promise<void>
  /** Throws while files can be neither kept nor shown. */
  check: () => Promise<void>
}

/**
 * `file:FOLDER`, or any S3-compatible store: `s3://KEY:SECRET@HOST[:PORT]/BUCKET[?region=REGION][&tls=false]`
 * with key and secret percent-encoded. The region is us-east-1 if none is said; `tls=false` is for a store on
 * the same machine or network.
 */
export async function openStorage(url: string): Promise<Storage> {
  if (url.startsWith('file:')) return openFolder(url.slice('file:'.length))
  if (!url.startsWith('s3://')) throw new StartRefused('STORAGE_URL must be file:FOLDER or s3://….')
  const { openBucket } = await import('./bucket-storage.ts') // the SDK is large: only those who use it load it
  return openBucket(url)
}

export function newKey() {
  return randomBytes(16).toString('hex')
}
