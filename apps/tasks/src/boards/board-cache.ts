interface Snapshot {
  /** Of the board when it was read; see `versionOf` in full-board.queries.ts. */
  version: string
  changeId: number
  /** JSON; what depends on the reader comes between these. */
  start: string
  columns: Buffer
}

export type BoardCache = ReturnType<typeof createBoardCache>

/**
 * Boards as they were last sent, up to this many bytes; the least recently read ones go first. Every read asks the database
 * for the version, so a snapshot needs no eviction by messages.
 */
export function createBoardCache(maxBytes: number) {
  const snapshots = new Map<string, Snapshot>()
  const loading = new Map<string, Promise<Snapshot>>()
  let bytes = 0

  /**
   * The snapshot of this version, or what `load` resolves to, which may be newer. Those who miss the same version share a
   * load: it started after one of them had read that version, so it returns nothing older.
   */
  async function get(key: string, version: string, load: () => Promise<Snapshot>) {
    const found = snapshots.get(key)
    if (found?.version === version) {
      keep(key, found)
      return found
    }
    const miss = `${key} ${version}`
    return loading.get(miss) ?? start(miss, key, load)
  }

  function start(miss: string, key: string, load: () => Promise<Snapshot>) {
    const running = load()
      .then(snapshot => {
        keep(key, snapshot)
        return snapshot
      })
      .finally(() => loading.delete(miss))
    loading.set(miss, running)
    return running
  }

  function keep(key: string, snapshot: Snapshot) {
    drop(key)
    if (sizeOf(snapshot) > maxBytes) return
    snapshots.set(key, snapshot)
    bytes += sizeOf(snapshot)
    for (const oldest of snapshots.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }

  function drop(key: string) {
    const snapshot = snapshots.get(key)
    if (!snapshot) return
    bytes -= sizeOf(snapshot)
    snapshots.delete(key)
  }

  return { get, bytes: () => bytes }
}

function sizeOf({ start, columns }: Snapshot) {
  return start.length + columns.length
}
