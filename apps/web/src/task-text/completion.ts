import { listFor, type Named, normalize, type Sign, type Vocabulary } from './parse-task-text.ts'

/** A name that is being typed after a sign. */
export interface NameQuery {
  sign: Sign
  /** Where the sign is. */
  start: number
  search: string
}

export function nameQueryAt(text: string, caret: number): NameQuery | undefined {
  const [, sign, search = ''] = /(?:^|\s)([@#!])([^\s@#!]*)$/.exec(text.slice(0, caret)) ?? []
  if (!sign) return undefined
  return { sign: sign as Sign, search, start: caret - search.length - 1 }
}

const MAX_COMPLETIONS = 7

/** What the name can become; nothing if it is already complete. */
export function completionsOf({ sign, search }: NameQuery, vocabulary: Vocabulary): Named[] {
  const list = listFor(sign, vocabulary)
  const typed = normalize(search)
  const rank = ({ names }: Named) => Math.min(...names.map(name => rankOf(normalize(name), typed)))
  const exact = list.filter(({ names }) => typed && normalize(names[0] ?? '') === typed)
  if (exact.length === 1) return []
  return list
    .map(named => ({ named, rank: rank(named) }))
    .filter(found => found.rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank)
    .map(({ named }) => named)
    .slice(0, MAX_COMPLETIONS)
}

/** The name of the sticker that can be created instead; numbers such as `#25` are those of other trackers. */
export function newStickerIn({ sign, search }: NameQuery, vocabulary: Vocabulary) {
  if (sign !== '#' || !vocabulary.mayCreateStickers || !/\p{L}/u.test(search)) return undefined
  const isKnown = ({ names }: Named) => names.some(name => normalize(name) === normalize(search))
  return vocabulary.stickers.some(isKnown) ? undefined : search
}

const NO_MATCH = 3

function rankOf(name: string, typed: string) {
  if (name.startsWith(typed)) return 0
  if (name.split(' ').some(word => word.startsWith(typed))) return 1
  return name.includes(typed) ? 2 : NO_MATCH
}

/** The text with the completed name, and where the caret goes. */
export function complete(text: string, caret: number, { sign, start }: NameQuery, name: string) {
  const inserted = `${sign}${name}`
  const after = text.slice(caret)
  const gap = /^\s/.test(after) ? '' : ' '
  return { text: text.slice(0, start) + inserted + gap + after, caret: start + inserted.length + 1, inserted }
}
