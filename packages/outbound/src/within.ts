/** Rejects when the work takes longer than this; the work itself is for the caller to end. */
export async function within<T>(milliseconds: number, work: Promise<T>, what: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`${what} took longer than ${milliseconds} ms`)),
    milliseconds,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
