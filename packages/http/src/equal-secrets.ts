import { timingSafeEqual } from 'node:crypto'

/** Takes as long whether they differ in the first character or in the last. */
export function areEqualSecrets(one: string, other: string) {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
