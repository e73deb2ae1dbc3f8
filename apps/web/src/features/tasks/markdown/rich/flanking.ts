import type { Mark } from '@tiptap/pm/model'

export type Part =
  | { type: 'text' | 'source'; value: string; mark?: undefined }
  | { type: 'open' | 'close'; value: string; mark: Mark }

/**
 * A delimiter opens or closes emphasis only next to the right characters (CommonMark §6.2). Where it
 * would not, the character on its other side is written as an entity, which counts as punctuation.
 */
export function withFlankedDelimiters(parts: Part[]) {
  const written = parts.map(part => ({ ...part }))
  // An entity can be the wrong neighbor of another delimiter.
  while (flankOnce(written)) {}
  return written
}

/** Whether a character became an entity. */
function flankOnce(parts: Part[]) {
  let isChanged = false
  for (const [index, part] of parts.entries()) {
    const [before, after] = [parts[index - 1], parts[index + 1]]
    const [previous, next] = [lastCharacter(before?.value), firstCharacter(after?.value)]
    if (!part.mark || !isEmphasis(part.value)) continue
    if (
      part.type === 'open' &&
      before?.type === 'text' &&
      needsEntity(previous, canOpen(part.value, previous, next))
    ) {
      before.value = before.value.slice(0, -(previous?.length ?? 0)) + entityOf(previous)
      isChanged = true
    }
    if (
      part.type === 'close' &&
      after?.type === 'text' &&
      needsEntity(next, canClose(part.value, previous, next))
    ) {
      after.value = entityOf(next) + after.value.slice(next?.length ?? 0)
      isChanged = true
    }
  }
  return isChanged
}

/** Punctuation would remain punctuation. */
function needsEntity(character: string | undefined, isFlanked: boolean) {
  return !isFlanked && character !== undefined && !isPunctuation(character)
}

function isEmphasis(sign: string) {
  return /^(\*\*|_|~~)$/.test(sign)
}

type Rule = (sign: string, previous: string | undefined, next: string | undefined) => boolean

const canOpen: Rule = (sign, previous, next) =>
  isLeft(previous, next) && (sign !== '_' || !isRight(previous, next) || isPunctuation(previous))

const canClose: Rule = (sign, previous, next) =>
  isRight(previous, next) && (sign !== '_' || !isLeft(previous, next) || isPunctuation(next))

function isLeft(previous: string | undefined, next: string | undefined) {
  return !isSpace(next) && (!isPunctuation(next) || isSpace(previous) || isPunctuation(previous))
}

function isRight(previous: string | undefined, next: string | undefined) {
  return isLeft(next, previous)
}

function isSpace(character: string | undefined) {
  return character === undefined || /\s/.test(character)
}

function isPunctuation(character: string | undefined) {
  return character !== undefined && /[\p{P}\p{S}]/u.test(character)
}

function firstCharacter(text: string | undefined) {
  return text ? String.fromCodePoint(text.codePointAt(0) ?? 0) : undefined
}

function lastCharacter(text: string | undefined) {
  return text ? Array.from(text.slice(-2)).at(-1) : undefined
}

function entityOf(character: string | undefined) {
  return `&#${character?.codePointAt(0)};`
}
