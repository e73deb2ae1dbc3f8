import { setTimeout as sleep } from 'node:timers/promises'

/** Starts the work at a steady rate without waiting for it, and returns all results. */
export async function atSteadyRate<T>(
  perSecond: number,
  { from, count }: { from: number; count: number },
  work: (number: number) => Promise<T>,
) {
  const results: Promise<T>[] = []
  const start = performance.now()
  for (let number = from; number < from + count; number += 1) {
    results.push(work(number))
    const due = start + ((number - from + 1) * 1000) / perSecond
    await sleep(Math.max(0, due - performance.now()))
  }
  return Promise.all(results)
}
