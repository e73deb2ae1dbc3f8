import type { LossKind } from '../../plan/import-plan.contract.ts'
import type { SourceLoss } from './source-board.ts'

// Files and answers of other programs can contain anything: values of the wrong type are read as empty.

export type Unread = Record<string, unknown>

export function recordOf(value: unknown): Unread {
  return typeof value === 'object' && value !== null ? (value as Unread) : {}
}

export function recordsOf(value: unknown): Unread[] {
  return Array.isArray(value) ? value.map(recordOf) : []
}

export function textOf(value: unknown) {
  return typeof value === 'string' ? value : ''
}

export function textsOf(value: unknown) {
  return Array.isArray(value) ? value.map(textOf).filter(Boolean) : []
}

export function numberOf(value: unknown) {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

/** How many there are, as a count that can be added up. */
export function countOf(value: unknown) {
  return Math.min(Math.max(0, Math.floor(numberOf(value))), MAX_COUNT)
}

const MAX_COUNT = 1_000_000

/** An id that a program writes as a number or as a text. */
export function idOf(value: unknown) {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : textOf(value)
}

export function idsOf(value: unknown) {
  return Array.isArray(value) ? value.map(idOf).filter(Boolean) : []
}

/** Names a loss, if there is one. */
export function lossIf(isLost: boolean, kind: LossKind, example: string): SourceLoss[] {
  return isLost ? [{ kind, example }] : []
}

/** Names votes that cannot be imported, because nobody knows whose they are or they mean something else. */
export function lostVotes(count: number, title: string): SourceLoss[] {
  return count > 0 ? [{ kind: 'voteDropped', example: title, count }] : []
}

/** The first text that has anything in it. */
export function firstOf(...texts: string[]) {
  return texts.find(text => text.trim()) ?? ''
}

/** The address of a file that the content itself has. */
export function contentUrl(id: string) {
  return `content:${encodeURIComponent(id.toWellFormed())}`
}

/** The bytes of base64, or nothing if it is damaged. */
export function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return base64 ? Uint8Array.from(atob(base64), sign => sign.charCodeAt(0)) : undefined
  } catch {
    return undefined
  }
}
