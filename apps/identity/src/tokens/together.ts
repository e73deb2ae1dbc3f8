const LARGEST_BATCH = 100

/**
 * Gathers what comes while a statement is under way and stores it with the next one: under load many rows share
 * a round trip and a commit, and at rest nobody waits.
 */
export function together<Row>(store: (rows: Row[]) => Promise<void>) {
  const waiting: { row: Row; resolve: () => void; reject: (error: unknown) => void }[] = []
  let isStoring = false

  async function storeWaiting() {
    isStoring = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, LARGEST_BATCH)
      try {
        await store(batch.map(({ row }) => row))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isStoring = false
  }

  return (row: Row) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ row, resolve, reject })
      if (!isStoring) storeWaiting()
    })
}
