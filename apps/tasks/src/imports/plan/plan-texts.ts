import type { Remark } from './import-format.ts'
import { type LossKind, longest } from './import-plan.contract.ts'

export function cut(text: string, length: number) {
  // Never cuts a surrogate pair in half.
  return text.length > length ? `${text.slice(0, length - 1).replace(/\p{Cs}$/u, '')}…` : text
}

/** Removes control characters, which are invisible and cannot be stored. */
export function printable(text: string) {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]/gu, '')
}

/** Replaces control characters and line breaks by spaces, as the server requires for names and titles. */
export function singleLine(text: string) {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** An id of the source that a plan can have; empty if nothing of it can be kept. */
export function externalIdOf(text: string) {
  return cut(singleLine(text), longest.externalId)
}

/** Gives every item an id of its own: that of the source, or its place in the file if it is missing or repeated. */
export function takeIds() {
  const taken = new Set<string>()
  let index = 0
  return (own: string) => {
    index += 1
    let id = externalIdOf(own)
    for (let suffix = ''; !id || taken.has(id); suffix += '#') id = `#${index}${suffix}`
    taken.add(id)
    return id
  }
}

/** Collects what one task loses. */
export function createRemarks(externalId: string) {
  const all: Remark[] = []
  const add = (kind: LossKind, example?: string, count = 1) => {
    all.push({
      externalId,
      kind,
      ...(example !== undefined && { example: cut(example, MAX_EXAMPLE) }),
      ...(count > 1 && { count }),
    })
  }
  return {
    externalId,
    all,
    add,
    /** The text as far as it fits. */
    kept: (text: string, length: number, kind: LossKind) => {
      if (text.length > length) add(kind)
      return cut(text, length)
    },
    /** Keeps the first items, up to the limit. */
    most: <Item>(items: Item[], count: number, kind: LossKind) => {
      if (items.length > count) add(kind)
      return items.slice(0, count)
    },
  }
}

export type Remarks = ReturnType<typeof createRemarks>

const MAX_EXAMPLE = 40
