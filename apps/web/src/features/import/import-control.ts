/** The work was stopped by whoever began it. */
export class ImportStopped extends Error {}

const PARALLEL = 4

/** Pause, stop and the number of requests at once, for all that runs in one import. */
export function createImportControl(onWaiting: (isWaiting: boolean) => void) {
  const stopping = new AbortController()
  const queue: (() => void)[] = []
  let atWork = 0
  let pause: { until: Promise<void>; end: () => void } | undefined

  const untilMayGoOn = async () => {
    await pause?.until
    if (stopping.signal.aborted) throw new ImportStopped()
  }
  const leave = () => {
    const next = queue.shift()
    if (next) next()
    else atWork -= 1
  }
  const enter = () => {
    if (atWork < PARALLEL) {
      atWork += 1
      return Promise.resolve()
    }
    return new Promise<void>(resolve => queue.push(resolve))
  }
  return {
    untilMayGoOn,
    setWaiting: onWaiting,
    /** First come, first served. */
    inTurn: async <Result>(work: () => Promise<Result>) => {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
    sleep: (ms: number) =>
      new Promise<void>(resolve => {
        const timer = setTimeout(resolve, ms)
        stopping.signal.addEventListener('abort', () => {
          clearTimeout(timer)
          resolve()
        })
      }),
    pause: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      pause ??= { until: promise, end: resolve }
    },
    resume: () => {
      pause?.end()
      pause = undefined
    },
    stop: () => {
      stopping.abort()
      pause?.end()
    },
  }
}

export type ImportControl = ReturnType<typeof createImportControl>
