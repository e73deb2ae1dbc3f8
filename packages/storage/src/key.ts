import { randomBytes } from 'node:crypto'

export function newKey() {
  return randomBytes(16).toString('hex')
}

/** `0a1b…` → `['0a', '1b', '0a1b…']`: two levels of folders keep each of them small. */
export function pathOf(key: string) {
  if (!/^[0-9a-f]{32}$/.test(key)) throw new Error('The key of a file is 32 hexadecimal digits')
  return [key.slice(0, 2), key.slice(2, 4), key]
}
