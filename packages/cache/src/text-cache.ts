import { LRUCache } from 'lru-cache'

/** What an entry takes besides its characters. */
const ENTRY_BYTES = 200

/**
 * Keeps texts by the version of what they show. A reader asks the database for the current version, so no entry has to be
 * evicted by messages; versions that nobody asks for any more are the first to go.
 */
export function createTextCache(maxBytes: number) {
  const texts = new LRUCache<string, string>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (text, version) => text.length + version.length + ENTRY_BYTES,
  })
  return {
    find: (version: string) => texts.get(version),
    store: (version: string, text: string) => void texts.set(version, inOnePiece(text)),
  }
}

/**
 * A text that was put together from parts stays a tree of them in V8, which every reader would walk: joining 1,000 tasks took 8 ms
 * rather than one.
 */
function inOnePiece(text: string) {
  return Buffer.from(text).toString()
}
