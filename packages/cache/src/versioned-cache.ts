import { LRUCache } from 'lru-cache'

interface Options<Value> {
  /** Beyond it the least recently used entries go; one that is larger by itself is not kept. */
  maxSize: number
  /** How much of `maxSize` an entry takes. */
  sizeOf?: (value: Value) => number
}

/**
 * Keeps the latest version of each value. A reader asks the database for the current version, so no entry has to be
 * evicted by messages, and instances cannot disagree.
 */
export function createVersionedCache<Value extends { version: string }>({
  maxSize,
  sizeOf = () => 1,
}: Options<Value>) {
  const entries = new LRUCache<string, Value>({ maxSize: Math.max(1, maxSize), sizeCalculation: sizeOf })
  const loading = new Map<string, Promise<Value>>()

  /**
   * Returns this version, or what `load` resolves to, which may be newer. Callers that miss the same version share a load:
   * it started after one of them had read that version, so it returns nothing older.
   */
  async function get(key: string, version: string, load: () => Promise<Value>) {
    const found = entries.get(key)
    if (found?.version === version) return found
    const miss = `${key} ${version}`
    return loading.get(miss) ?? start(miss, key, load)
  }

  function start(miss: string, key: string, load: () => Promise<Value>) {
    const running = load()
      .then(value => {
        entries.set(key, value)
        return value
      })
      .finally(() => loading.delete(miss))
    loading.set(miss, running)
    return running
  }

  return { get, size: () => entries.calculatedSize }
}
