const MAX_BATCH = 500

/** Loads items in batches: those requested during a call share the next one. `load` returns results in the items' order. */
export function batched<Item, Result>(load: (items: Item[]) => Promise<Result[]>) {
  let waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  let isRunning = false

  async function run() {
    isRunning = true
    while (waiting.length > 0) {
      // Include what is requested in the same turn of the event loop.
      await new Promise(setImmediate)
      const batch = waiting.slice(0, MAX_BATCH)
      waiting = waiting.slice(MAX_BATCH)
      try {
        const results = await load(batch.map(({ item }) => item))
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isRunning) void run()
    })
}
