import { plainText } from '@atrium/texts/plain-text'
import { packsFor } from '@atrium/texts/words'
import { parseDuration } from '@atrium/ui/durations'
import { parseDay } from './day-words.ts'

/** Someone or something that a word can name; the first name is the one that is shown. */
export interface Named {
  id: number
  names: string[]
}

/** What the words of a new task can refer to. */
export interface Vocabulary {
  today: string
  /** The language whose words for days are understood besides the English ones. */
  language: string
  people: Named[]
  stickers: Named[]
  /** Whether a new sticker can be named. */
  mayCreateStickers: boolean
  priorities: Named[]
}

export type TokenKind = 'assignee' | 'sticker' | 'priority' | 'due' | 'estimate'

/** A part of the text that sets a field instead of being in the title. */
export interface Token {
  kind: TokenKind
  text: string
  start: number
  /** An id, a day or seconds; the name of a sticker to create. */
  value: number | string
}

export interface ParsedTask {
  title: string
  tokens: Token[]
}

/** What the user decided about parts of the text, all in lower case. */
export interface Decisions {
  /** They stay in the title. */
  kept: ReadonlySet<string>
  /** Whom or what an ambiguous name means. */
  picked: ReadonlyMap<string, number>
  /** Stickers to create with the task. */
  created?: ReadonlySet<string>
}

interface Word {
  text: string
  start: number
  end: number
}

const lists = { '@': 'people', '#': 'stickers', '!': 'priorities' } as const
export type Sign = keyof typeof lists
const kinds = { '@': 'assignee', '#': 'sticker', '!': 'priority' } as const

/**
 * Reads `@name`, `#sticker` and `!priority` anywhere, and a day and an estimate at the end of the text. Everything else is the
 * title; a text that would leave no title is a title as a whole.
 */
export function parseTaskText(text: string, vocabulary: Vocabulary, decisions?: Decisions): ParsedTask {
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }))
  const named = namedTokens(text, words, vocabulary, decisions)
  const tokens = [...named, ...trailingTokens(text, words, named, vocabulary, decisions)]
  const isInToken = ({ start }: Word) => tokens.some(token => start >= token.start && start < endOf(token))
  const rest = words.filter(word => !isInToken(word))
  if (tokens.length === 0 || rest.length === 0) return { title: text.trim(), tokens: [] }
  return {
    title: rest.map(word => word.text).join(' '),
    tokens: tokens.sort((one, other) => one.start - other.start),
  }
}

/** The list that a sign refers to. */
export function listFor(sign: Sign, vocabulary: Vocabulary) {
  return vocabulary[lists[sign]]
}

const endOf = ({ start, text }: Token) => start + text.length

const MAX_NAME_WORDS = 5

function namedTokens(text: string, words: Word[], vocabulary: Vocabulary, decisions?: Decisions) {
  const tokens: Token[] = []
  const isTaken = (kind: TokenKind, value: number | string) =>
    tokens.some(token => token.kind === kind && (!takesSeveral(kind) || token.value === value))
  for (let at = 0; at < words.length; at += 1) {
    for (let count = Math.min(MAX_NAME_WORDS, words.length - at); count > 0; count -= 1) {
      const phrase = phraseOf(text, words, at, count)
      const sign = phrase.text[0] as Sign
      if (!(sign in lists) || decisions?.kept.has(phrase.text.toLowerCase())) continue
      const value = namedValue(phrase.text, sign, vocabulary, count === 1, decisions)
      if (value === undefined || isTaken(kinds[sign], value)) continue
      tokens.push({ kind: kinds[sign], value, ...phrase })
      at += count - 1
      break
    }
  }
  return tokens
}

function takesSeveral(kind: TokenKind) {
  return kind === 'sticker' || kind === 'assignee'
}

/** The id of what the phrase names, or the name of a sticker that the user wants to create. */
function namedValue(
  phrase: string,
  sign: Sign,
  vocabulary: Vocabulary,
  isOneWord: boolean,
  decisions?: Decisions,
) {
  const isNew = sign === '#' && decisions?.created?.has(phrase.toLowerCase())
  const found = findNamed(phrase, listFor(sign, vocabulary), isOneWord && !isNew, decisions)
  return found ?? (isNew ? phrase.slice(1) : undefined)
}

function findNamed(phrase: string, list: Named[], withPrefixes: boolean, decisions?: Decisions) {
  const name = normalize(phrase.slice(1))
  if (!name) return undefined
  const exact = list.filter(({ names }) => names.some(one => normalize(one) === name))
  if (exact.length > 1) {
    const picked = decisions?.picked.get(phrase.toLowerCase())
    return exact.find(({ id }) => id === picked)?.id
  }
  if (exact[0] || !withPrefixes || name.length < SHORTEST_PREFIX) return exact[0]?.id
  const [first, ...others] = list.filter(({ names }) => names.some(one => normalize(one).startsWith(name)))
  return others.length === 0 ? first?.id : undefined
}

const SHORTEST_PREFIX = 2

export function normalize(name: string) {
  return plainText(name).replace(/\s+/g, ' ').trim()
}

const MAX_PHRASE_WORDS = 4

/** Words without a sign count only at the end: “Friday report” and “The sun and the moon” are titles. */
function trailingTokens(
  text: string,
  words: Word[],
  named: Token[],
  vocabulary: Vocabulary,
  decisions?: Decisions,
) {
  const tokens: Token[] = []
  let end = words.length
  while (end > 0) {
    const last = words[end - 1] as Word
    const inside = named.find(token => last.start >= token.start && last.start < endOf(token))
    if (inside) {
      end = words.findIndex(({ start }) => start === inside.start)
      continue
    }
    const found = trailingToken(text, words, end, vocabulary, decisions)
    if (!found || tokens.some(({ kind }) => kind === found.token.kind)) break
    tokens.push(found.token)
    end -= found.count
  }
  return tokens
}

function trailingToken(
  text: string,
  words: Word[],
  end: number,
  { today, language }: Vocabulary,
  decisions?: Decisions,
) {
  for (let count = Math.min(MAX_PHRASE_WORDS, end); count > 0; count -= 1) {
    const phrase = phraseOf(text, words, end - count, count)
    const before = words[end - count - 1]?.text.toLowerCase() ?? ''
    if (decisions?.kept.has(phrase.text.toLowerCase()) || isPartOfSentence(before, language)) continue
    const due = isBareNumber.test(phrase.text) ? undefined : parseDay(phrase.text, today, language)
    if (due) return { count, token: { kind: 'due' as const, value: due, ...phrase } }
    const estimate = hasUnit.test(phrase.text) ? parseDuration(phrase.text) : undefined
    if (estimate && estimate <= MAX_ESTIMATE)
      return { count, token: { kind: 'estimate' as const, value: estimate, ...phrase } }
  }
  return undefined
}

/** Versions and amounts look like `24.04` and `3`. */
const isBareNumber = /^\d+(\.\d+)?$/
const hasUnit = /^\d.*\p{L}/u
const MAX_ESTIMATE = 10 * 365 * 24 * 3600

/** Whether a day after this word is a part of the sentence: “notes of Monday”. */
function isPartOfSentence(before: string, language: string) {
  return packsFor(language).some(({ notBeforeDay }) =>
    plainText(notBeforeDay).split('|').includes(plainText(before)),
  )
}

function phraseOf(text: string, words: Word[], at: number, count: number) {
  const [first, last] = [words[at] as Word, words[at + count - 1] as Word]
  return { text: text.slice(first.start, last.end), start: first.start }
}
