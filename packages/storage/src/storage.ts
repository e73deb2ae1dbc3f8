import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Files under keys of our own making: no user input becomes part of a path. */
export interface Storage {
  /** All or nothing: content that is longer or shorter than `size` is refused. */
  put: (key: string, content: AsyncIterable<Uint8Array>, size: number) => Promise<void>
  get: (key: string) => Promise<Readable>
  /** The number of bytes, without reading them; undefined if there is no such key. */
  sizeOf: (key: string) => Promise<number | undefined>
  /** Succeeds if there is no such key. */
  delete: (key: string) => Promise<void>
  /** Throws while files cannot be stored or read. */
  check: () => Promise<void>
}

export function newKey() {
  return randomBytes(16).toString('hex')
}

/** `0a1b…` → `['0a', '1b', '0a1b…']`: two levels of folders keep each of them small. */
export function pathOf(key: string) {
  if (!/^[0-9a-f]{32}$/.test(key)) throw new Error('The key of a file is 32 hexadecimal digits')
  return [key.slice(0, 2), key.slice(2, 4), key]
}
