import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Bus } from '@atrium/events/bus'
import { LRUCache } from 'lru-cache'

export interface CacheOptions<Key, Value> {
  /** Beyond it the least recently used entry goes. */
  max: number
  /** What a message makes invalid: every entry with one of these tags, or all entries. */
  evictedBy: (message: object) => readonly string[] | 'all' | undefined
  tagsOf?: (value: Value, key: Key) => string[]
  /** For values that also expire. */
  isFresh?: (value: Value) => boolean
}

export type Load<Value> = () => Promise<Value | undefined>

export interface Cache<Key, Value> {
  /** The cached value; none while this instance cannot hear messages. */
  find: (key: Key) => Value | undefined
  /** The cached value, or what `load` resolves to. Concurrent calls for one key share a load. */
  get: (key: Key, load: Load<Value>) => Promise<Value | undefined>
  /** What a load resolves to that starts after this call. */
  reload: (key: Key, load: Load<Value>) => Promise<Value | undefined>
  /** The last value, fresh or not, also while no messages are heard: for when its source is unavailable. */
  peek: (key: Key) => Value | undefined
  /** Changes with every eviction; undefined while this instance cannot hear messages. */
  evictions: () => number | undefined
}

/**
 * Entries are evicted by messages on every instance. While this one cannot hear them it loads each time, and it starts
 * empty when it hears again. Only a load that no eviction interrupts is stored; one that fails or finds nothing is not.
 */
export function createCache<Key extends string | number, Value extends object>(
  bus: Bus,
  { max, evictedBy, tagsOf = () => [], isFresh = () => true }: CacheOptions<Key, Value>,
): Cache<Key, Value> {
  const entries = new LRUCache<Key, Value>({ max, dispose: untag })
  const keysOf = new Map<string, Set<Key>>()
  const running = new Map<Key, Promise<Value | undefined>>()
  const following = new Map<Key, Promise<Value | undefined>>()
  let evictions = 0

  bus.onMessage(message => {
    const evicted = evictedBy(message)
    if (evicted) evict(evicted)
  })
  bus.onGap(() => evict('all'))

  function evict(evicted: readonly string[] | 'all') {
    evictions += 1
    running.clear() // what they load may be outdated: it is neither shared any longer nor stored
    if (evicted === 'all') return entries.clear()
    for (const tag of evicted) for (const key of keysOf.get(tag) ?? []) entries.delete(key)
  }

  function find(key: Key) {
    const value = bus.isListening() ? entries.get(key) : undefined
    return value !== undefined && isFresh(value) ? value : undefined
  }

  async function get(key: Key, load: Load<Value>) {
    if (!bus.isListening()) return reload(key, load)
    return find(key) ?? running.get(key) ?? start(key, load)
  }

  /**
   * A load that is running may have read already; all who come before it ends share the one after it. Without one, those
   * who come in the same turn of the event loop share a load.
   */
  function reload(key: Key, load: Load<Value>) {
    const waiting = following.get(key)
    if (waiting) return waiting
    const ended = running.get(key)?.catch(() => {}) ?? nextTurn()
    const next = ended.then(() => {
      following.delete(key)
      return start(key, load)
    })
    following.set(key, next)
    return next
  }

  function start(key: Key, load: Load<Value>) {
    const loading: Promise<Value | undefined> = load()
      .then(value => {
        const isCurrent = running.get(key) === loading
        if (value === undefined) entries.delete(key)
        else if (isCurrent) store(key, value)
        return value
      })
      .finally(() => {
        if (running.get(key) === loading) running.delete(key)
      })
    running.set(key, loading)
    return loading
  }

  function store(key: Key, value: Value) {
    entries.set(key, value)
    for (const tag of tagsOf(value, key)) {
      const keys = keysOf.get(tag) ?? new Set()
      keysOf.set(tag, keys.add(key))
    }
  }

  function untag(value: Value, key: Key) {
    for (const tag of tagsOf(value, key)) {
      const keys = keysOf.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysOf.delete(tag)
    }
  }

  return {
    find,
    get,
    reload,
    peek: key => entries.peek(key),
    evictions: () => (bus.isListening() ? evictions : undefined),
  }
}
