import type { Answer, Outbound } from '@atrium/outbound/outbound'
import { type ClientDocument, DocumentProblem, readDocument } from './client-document.ts'

const MAX_BYTES = 5 * 1024
const MIN_SECONDS = 300
const MAX_SECONDS = 86_400
const WINDOW_MS = 60_000
const MAX_PER_HOST = 20

export interface FetchedDocument {
  document: ClientDocument
  validUntil: Date
}

/** The document does not exist, which its publisher has decided. */
export class DocumentWithdrawn extends Error {}

/** Reads documents: each at most once at a time, and few per host and minute. */
export interface DocumentReader {
  read: (address: string, options?: { wholeMs?: number }) => Promise<FetchedDocument>
  /** What is already under way for an ID, or the work itself. */
  share: <Result>(clientId: string, work: () => Promise<Result>) => Promise<Result>
}

export function createDocumentReader(outbound: () => Outbound, now: () => Date): DocumentReader {
  const running = new Map<string, Promise<unknown>>()
  const counts = new Map<string, number>()
  let window = 0

  function count(host: string) {
    const current = Math.floor(now().getTime() / WINDOW_MS)
    if (current !== window) counts.clear()
    window = current
    const made = counts.get(host) ?? 0
    if (made >= MAX_PER_HOST) throw new Error('too many documents of this host in a minute')
    counts.set(host, made + 1)
  }

  return {
    read: async (address, { wholeMs } = {}) => {
      count(new URL(address).host)
      const answer = await outbound().send(address, {
        headers: { accept: 'application/json' },
        maxBytes: MAX_BYTES,
        ...(wholeMs !== undefined && { wholeMs, connectMs: wholeMs }),
      })
      const document = readAnswer(address, answer)
      return { document, validUntil: new Date(now().getTime() + secondsOf(answer) * 1000) }
    },

    share: <Result>(clientId: string, work: () => Promise<Result>) => {
      const shared = running.get(clientId) as Promise<Result> | undefined
      if (shared) return shared
      const started = work().finally(() => running.delete(clientId))
      running.set(clientId, started)
      return started
    },
  }
}

/** Only 200 counts (§5): a redirect could lead where the address says nothing about. */
function readAnswer(address: string, { status, headers, body, isCut }: Answer) {
  if (status === 404 || status === 410) throw new DocumentWithdrawn(`status ${status}`)
  if (status !== 200) throw new Error(`status ${status}`)
  const type = String(headers['content-type'] ?? '').split(';')[0]
  if (!/^application\/(?:[\w.-]+\+)?json$/i.test(type?.trim() ?? ''))
    throw new DocumentProblem('Content-Type')
  if (isCut) throw new DocumentProblem('size')
  return readDocument(address, body)
}

/** How long an answer counts, within five minutes and a day. */
function secondsOf({ headers }: Answer) {
  const control = String(headers['cache-control'] ?? '')
  if (/\bno-(?:store|cache)\b/i.test(control)) return MIN_SECONDS
  const [, maxAge] = /\bmax-age="?(\d+)/i.exec(control) ?? []
  return Math.min(Math.max(Number(maxAge ?? MIN_SECONDS), MIN_SECONDS), MAX_SECONDS)
}
