export type Random = ReturnType<typeof createRandom>

/** Pseudo-random choices (mulberry32): with the same seed, everyone plans the same day. */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <T>(from: readonly T[]) => from[Math.floor(next() * from.length)] as T
  return {
    next,
    pick,
    /** Up to `count` different ones. */
    pickSome: <T>(from: readonly T[], count: number) => [
      ...new Set(Array.from({ length: count }, () => pick(from))),
    ],
    chance: (share: number) => next() < share,
  }
}
