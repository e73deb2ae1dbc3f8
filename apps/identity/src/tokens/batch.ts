const LARGEST_BATCH = 100

/**
 * Collects what arrives while a statement is running and does it with the next one: under load many rows share a round
 * trip and a commit, and at rest none waits. `work` returns results in the order of its rows, if it returns any.
 */
export function batch<Row, Result = void>(work: (rows: Row[]) => Promise<Result[] | undefined>) {
  const waiting: { row: Row; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  let isWorking = false

  async function workThroughWaiting() {
    isWorking = true
    while (waiting.length > 0) {
      const taken = waiting.splice(0, LARGEST_BATCH)
      try {
        const results = await work(taken.map(({ row }) => row))
        for (const [index, { resolve }] of taken.entries()) resolve(results?.[index] as Result)
      } catch (error) {
        for (const { reject } of taken) reject(error)
      }
    }
    isWorking = false
  }

  return (row: Row) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ row, resolve, reject })
      if (!isWorking) void workThroughWaiting()
    })
}
