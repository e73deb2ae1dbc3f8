/// <reference path="./word-lists.d.ts" />
import { type MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
// Not the whole package: its lists of surnames and of Wikipedia's words double what the browser loads.
import englishWords from '@zxcvbn-ts/language-en/dist/commonWords.json.mjs'
import englishNames from '@zxcvbn-ts/language-en/dist/firstnames.json.mjs'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './credentials.contract.ts'

/** Shared by the server and the browser's password meter, so that they never disagree. */

const MIN_SCORE = 2

/** Whose password it is: what others know about them is guessed first. */
export interface PasswordOwner {
  email: string
  phone: string | null
  surname: string
  name: string
  patronymic?: string | null | undefined
}

/** A code of a field error. */
export type PasswordProblem = 'too_short' | 'too_long' | 'too_easy_to_guess'
export type WeakSpot = 'own' | 'common' | 'pattern'

export interface PasswordStrength {
  score: 0 | 1 | 2 | 3 | 4
  problem: PasswordProblem | undefined
  /** What makes it easier to guess than it looks. */
  weakSpots: WeakSpot[]
}

export function measurePassword(password: string, owner: PasswordOwner): PasswordStrength {
  const { score, sequence } = estimator.check(password, knownWords(owner))
  return { score, problem: problemOf([...password].length, score), weakSpots: weakSpotsOf(sequence) }
}

function problemOf(length: number, score: number): PasswordProblem | undefined {
  if (length < MIN_PASSWORD_LENGTH) return 'too_short'
  if (length > MAX_PASSWORD_LENGTH) return 'too_long'
  return score < MIN_SCORE ? 'too_easy_to_guess' : undefined
}

/**
 * The time of a check grows with the square of the length and with the substitutions (`p4$$w0rd`) that are tried, so both
 * are limited: the worst 128 characters would take more than a second, and take about 30 ms with these limits.
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

const MIN_WORD_LENGTH = 3
const MAX_KNOWN_LENGTH = 100

/** Also without what separates them: `ann.lee@example.org`, `+12025550100`. */
function knownWords(owner: PasswordOwner) {
  const known = [owner.email, owner.phone ?? '', owner.surname, owner.name, owner.patronymic ?? '']
  const [email = '', phone = '', surname = '', name = '', patronymic = ''] = known.map(text =>
    text.slice(0, MAX_KNOWN_LENGTH),
  )
  const digits = phone.replace(/\D/g, '')
  const [mailbox = '', domain = ''] = email.split('@')
  const names = [surname, name, patronymic]
  const words = [
    ...names,
    ...names.flatMap(text => text.split(/[^\p{L}\p{N}]+/u)),
    ...[`${name}${surname}`, `${surname}${name}`, `${name} ${surname}`, `${surname} ${name}`],
    ...[email, mailbox, domain, ...email.split(/[^\p{L}\p{N}]+/u)],
    ...[phone, digits, digits.slice(-10), digits.slice(-7)],
  ]
  return [...new Set(words.map(word => word.toLowerCase()))].filter(word => word.length >= MIN_WORD_LENGTH)
}

function weakSpotsOf(sequence: MatchExtended[]) {
  const spots = sequence.flatMap((match): WeakSpot[] => {
    if (match.pattern === 'dictionary') return [match.dictionaryName === 'userInputs' ? 'own' : 'common']
    return match.pattern === 'bruteforce' || match.pattern === 'separator' ? [] : ['pattern']
  })
  return [...new Set(spots)]
}
