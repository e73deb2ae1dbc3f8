import { dictionary } from '@zxcvbn-ts/language-common'

export const strengths = ['unusable', 'weak', 'fair', 'good', 'strong'] as const
export type Strength = (typeof strengths)[number]

export type Hint =
  | 'tooShort'
  | 'tooLong'
  | 'wellKnown'
  | 'nearlyWellKnown'
  | 'own'
  | 'containsOwn'
  | 'pattern'
  | 'longer'

interface Person {
  email: string
  phone: string
  surname: string
  name: string
}

const wellKnown = new Set(dictionary['passwords-common'])
const SHORTEST_WORD = 4

/** How long guessing would take, roughly, and what would make it take longer. */
export function strengthOf(password: string, person: Person): { strength: Strength; hints: Hint[] } {
  const refusal = refusalOf(password, person)
  if (refusal) return { strength: 'unusable', hints: [refusal] }
  const plain = password.toLowerCase()
  if (isNearlyWellKnown(plain)) return { strength: 'weak', hints: ['nearlyWellKnown'] }
  const withoutOwn = withoutWords(plain, ownWords(person))
  const surprising = withoutPatterns(withoutOwn)
  const strength = strengthOfBits(bitsOf(surprising, password))
  const hints: Hint[] = []
  if (withoutOwn !== plain) hints.push('containsOwn')
  if (surprising !== withoutOwn) hints.push('pattern')
  if (strength === 'weak' || strength === 'fair') hints.push('longer')
  return { strength, hints }
}

/** The server's own rules, told before it is asked. */
function refusalOf(password: string, person: Person): Hint | undefined {
  const plain = password.toLowerCase()
  if (password.length < 8) return 'tooShort'
  if (password.length > 128) return 'tooLong'
  if (wellKnown.has(plain)) return 'wellKnown'
  if (ownWords(person).includes(plain)) return 'own'
  return undefined
}

function ownWords({ email, phone, surname, name }: Person) {
  const words = [email, email.split('@')[0] ?? '', phone, phone.slice(1), surname + name, name + surname]
  return [...words, surname, name].map(word => word.toLowerCase())
}

/** `Sunshine2024!` → `sunshine` */
function isNearlyWellKnown(plain: string) {
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return core.length >= SHORTEST_WORD && core.length >= plain.length / 2 && wellKnown.has(core)
}

/** What anybody would try counts as one character. */
function withoutWords(plain: string, words: string[]) {
  return words
    .filter(word => word.length >= SHORTEST_WORD)
    .reduce((rest, word) => rest.replaceAll(word, ' '), plain)
}

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const bothWays = rows.flatMap(row => [row, [...row].reverse().join('')])

function withoutPatterns(plain: string) {
  const withoutRepeats = plain.replace(/(.)\1{2,}/gu, '$1').replace(/(.{2,})\1+/gu, '$1')
  return bothWays.flatMap(piecesOf).reduce((rest, piece) => rest.replaceAll(piece, ' '), withoutRepeats)
}

function piecesOf(row: string) {
  return Array.from({ length: row.length - 3 }, (_, at) => row.slice(at, at + 4))
}

// Of a letter inside a word one can guess more than half.
const BITS_OF_A_LETTER_IN_A_WORD = 2.5

function bitsOf(surprising: string, password: string) {
  const inWords = (surprising.match(/\p{L}{4,}/gu) ?? []).join('').length
  return inWords * BITS_OF_A_LETTER_IN_A_WORD + (surprising.length - inWords) * Math.log2(poolOf(password))
}

/** How many characters each one could have been. */
function poolOf(password: string) {
  const pools: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^\p{L}\d]/u, 33],
    [/[^\p{ASCII}]/u, 60],
  ]
  return pools.filter(([pattern]) => pattern.test(password)).reduce((sum, [, size]) => sum + size, 0)
}

function strengthOfBits(bits: number): Strength {
  if (bits < 28) return 'weak'
  if (bits < 42) return 'fair'
  return bits < 60 ? 'good' : 'strong'
}
