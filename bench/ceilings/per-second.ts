/** How often the work is done per second if this many do it at the same time. */
export async function perSecond(
  seconds: number,
  concurrency: number,
  work: (number: number) => Promise<unknown>,
) {
  let count = 0
  const start = performance.now()
  const loop = async (_: unknown, number: number) => {
    while (performance.now() - start < seconds * 1000) {
      await work(number)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  return count / ((performance.now() - start) / 1000)
}
