const MOST_IN_A_BATCH = 500

/**
 * One call for many: what is asked while a call is under way waits for the next one, which answers all of it. The
 * results are in the order of the items.
 */
export function batched<Item, Result>(load: (items: Item[]) => Promise<Result[]>) {
  let waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  let isRunning = false

  async function run() {
    isRunning = true
    while (waiting.length > 0) {
      // What arrives in the same turn of the event loop goes along.
      await new Promise(setImmediate)
      const batch = waiting.slice(0, MOST_IN_A_BATCH)
      waiting = waiting.slice(MOST_IN_A_BATCH)
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
