/** Hands out a limited number of turns, in the order in which they were asked for. */
export class Turns {
  readonly #max: number
  readonly #timeoutMs: number
  readonly #waiting = new Set<() => void>()
  #taken = 0

  constructor(max: number, timeoutMs: number) {
    this.#max = max
    this.#timeoutMs = timeoutMs
  }

  /** How many wait for a turn. */
  get waiting() {
    return this.#waiting.size
  }

  /** Resolves when it is the caller's turn, which lasts until `end`. */
  async take() {
    if (this.#taken < this.#max) {
      this.#taken += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = setTimeout(() => {
      this.#waiting.delete(start)
      reject(new Error('timeout exceeded when waiting for a turn'))
    }, this.#timeoutMs)
    const start = () => {
      clearTimeout(giveUp)
      resolve()
    }
    this.#waiting.add(start)
    await promise
  }

  /** Passes the turn on to the transaction that has waited longest. */
  end() {
    const [next] = this.#waiting
    if (!next) {
      this.#taken -= 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
