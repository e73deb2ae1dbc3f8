/// <reference path="./word-lists.d.ts" />
import { type MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
// Not the whole package: its lists of surnames and of Wikipedia's words double what the browser loads.
import englishWords from '@zxcvbn-ts/language-en/dist/commonWords.json.mjs'
import englishNames from '@zxcvbn-ts/language-en/dist/firstnames.json.mjs'

/** The server and the browser's meter both ask here, so they never disagree. */

export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 128
const LEAST_SCORE = 2

/** Whose password it is: what others know about them is guessed first. */
export interface PasswordOwner {
  email: string
  phone: string
  surname: string
  name: string
  patronymic?: string | null | undefined
}

export type PasswordFault = 'tooShort' | 'tooLong' | 'tooEasy'
export type WeakSpot = 'own' | 'common' | 'pattern'

export interface PasswordStrength {
  score: 0 | 1 | 2 | 3 | 4
  fault: PasswordFault | undefined
  /** What makes it easier to guess than it looks. */
  weakSpots: WeakSpot[]
}

export function measurePassword(password: string, owner: PasswordOwner): PasswordStrength {
  const { score, sequence } = estimator.check(password, knownWords(owner))
  return { score, fault: faultOf([...password].length, score), weakSpots: weakSpotsOf(sequence) }
}

function faultOf(length: number, score: number): PasswordFault | undefined {
  if (length < SHORTEST_PASSWORD) return 'tooShort'
  if (length > LONGEST_PASSWORD) return 'tooLong'
  return score < LEAST_SCORE ? 'tooEasy' : undefined
}

/**
 * The dictionaries take 50 MB and a good part of a second, so this module is imported at first use. The time of a check
 * grows with the square of the length and with the substitutions (`p4$$w0rd`) that are tried, so both are limited: the
 * worst 128 characters would block the event loop for more than a second, and take about 20 ms with these limits.
 */
const estimator = new ZxcvbnFactory({
  dictionary: {
    ...common,
    'commonWords-en': englishWords,
    'firstnames-en': englishNames,
  },
  graphs: adjacencyGraphs,
  maxLength: 64,
  l33tMaxSubstitutions: 10,
})

const SHORTEST_WORD = 3

/** Also without what separates them: `ann.lee@example.org`, `+12025550100`. */
function knownWords({ email, phone, surname, name, patronymic }: PasswordOwner) {
  const digits = phone.replace(/\D/g, '')
  const [mailbox = '', domain = ''] = email.split('@')
  const names = [surname, name, patronymic ?? '']
  const words = [
    ...names,
    ...names.flatMap(text => text.split(/[^\p{L}\p{N}]+/u)),
    ...[`${name}${surname}`, `${surname}${name}`, `${name} ${surname}`, `${surname} ${name}`],
    ...[email, mailbox, domain, ...email.split(/[^\p{L}\p{N}]+/u)],
    ...[phone, digits, digits.slice(-10), digits.slice(-7)],
  ]
  return [...new Set(words.map(word => word.toLowerCase()))].filter(word => word.length >= SHORTEST_WORD)
}

function weakSpotsOf(sequence: MatchExtended[]) {
  const spots = sequence.flatMap((match): WeakSpot[] => {
    if (match.pattern === 'dictionary') return [match.dictionaryName === 'userInputs' ? 'own' : 'common']
    return match.pattern === 'bruteforce' || match.pattern === 'separator' ? [] : ['pattern']
  })
  return [...new Set(spots)]
}
