import type { Readable } from 'node:stream'
import { StartRefused } from '@atrium/core/coded-errors'
import { openFolder } from './folder-storage.ts'

/** Files under keys of our own making: no user input becomes part of a path. */
export interface Storage {
  /** All or nothing: content that is longer or shorter than `size` is refused. */
  put: (key: string, content: AsyncIterable<Uint8Array>, size: number) => Promise<void>
  get: (key: string) => Promise<Readable>
  /** Succeeds if there is no such key. */
  delete: (key: string) => Promise<void>
  /** Throws while files cannot be stored or read. */
  check: () => Promise<void>
}

/**
 * `file:FOLDER`, or any S3-compatible store: `s3://KEY:SECRET@HOST[:PORT]/BUCKET[?region=REGION][&tls=false]`
 * with key and secret percent-encoded. The region defaults to us-east-1; `tls=false` is for a store on the same machine
 * or network.
 */
export async function openStorage(url: string): Promise<Storage> {
  if (url.startsWith('file:')) return openFolder(url.slice('file:'.length))
  if (!url.startsWith('s3://')) throw new StartRefused('STORAGE_URL must be file:FOLDER or s3://….')
  const { openBucket } = await import('./bucket-storage.ts') // the SDK is large: loaded only if used
  return openBucket(url)
}
