import type { Database } from '#deps.ts'

const LARGEST_BATCH = 100

/**
 * Gathers what comes while a statement is under way and does it with the next one: under load many rows share
 * a round trip and a commit, and at rest nobody waits. `work` answers in the order of its rows, if it answers.
 */
export function together<Row, Answer = void>(work: (rows: Row[]) => Promise<Answer[] | undefined>) {
  const waiting: { row: Row; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = []
  let isWorking = false

  async function workThroughWaiting() {
    isWorking = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, LARGEST_BATCH)
      try {
        const answers = await work(batch.map(({ row }) => row))
        for (const [index, { resolve }] of batch.entries()) resolve(answers?.[index] as Answer)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWorking = false
  }

  return (row: Row) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ row, resolve, reject })
      if (!isWorking) workThroughWaiting()
    })
}

/** The same for a function that is told its database with each row. */
export function togetherIn<Row, Answer>(work: (db: Database, rows: Row[]) => Promise<Answer[]>) {
  const gatherings = new WeakMap<Database, (row: Row) => Promise<Answer>>()
  return (db: Database, row: Row) => {
    const gather = gatherings.get(db) ?? together(rows => work(db, rows))
    gatherings.set(db, gather)
    return gather(row)
  }
}
