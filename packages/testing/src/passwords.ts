/** The password of every user that a test creates. */
export const testPassword = 'a long enough passphrase'

/** Hashing as in production would take longer than most tests. */
export const cheapHashing = { memoryCost: 64, timeCost: 1, parallelism: 1 }

type Measure<Owner, Strength> = (password: string, owner: Owner) => Promise<Strength>

/** Measures one password once, since users who differ only in their numbers get the same answer; and others each time. */
export function measureOnce<Owner, Strength>(measure: Measure<Owner, Strength>, password: string) {
  let strength: Promise<Strength> | undefined
  return async (measured: string, owner: Owner) => {
    if (measured !== password) return measure(measured, owner)
    strength ??= measure(password, owner)
    return strength
  }
}
