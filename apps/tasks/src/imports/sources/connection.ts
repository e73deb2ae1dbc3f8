import type { Buffer } from 'node:buffer'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Outbound } from '@atrium/outbound/outbound'
import { OutboundAddressRefused } from '@atrium/outbound/outbound.errors'
import {
  type ImportSource,
  type SourceConnection,
  SourceFailed,
  type SourceRequest,
} from './import-source.ts'

const ANSWER_BYTES = 64 * 1024 * 1024
const WHOLE_MS = 120_000
const ATTEMPTS = 6
const LONGEST_WAIT_MS = 120_000
const CONCURRENT = 4
const MAX_REDIRECTS = 5

interface Options {
  source: Pick<ImportSource, 'headers' | 'origins'>
  address: string
  token: string
  /** Ends waiting and what has not been sent yet. */
  signal: AbortSignal
  /** The largest size of a file in bytes; what is larger is `tooLarge`. */
  maxFileBytes?: number
}

export function connectTo(outbound: Outbound, options: Options): SourceConnection {
  const { source, signal, token, maxFileBytes = ANSWER_BYTES } = options
  const address = new URL(options.address)
  const trusted = new Set([address.origin, ...(source.origins ?? [])])

  /** Sends until there is an answer that is not a request to wait. */
  async function ask(url: URL, request: SourceRequest, maxBytes: number): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted()
      const answer = await send(url, request, maxBytes).catch(error => {
        if (error instanceof OutboundAddressRefused || attempt >= ATTEMPTS) throw error
        return undefined
      })
      if (answer && !isBusy(answer)) return answer
      if (attempt >= ATTEMPTS) throw new SourceFailed('unavailable', answer ? String(answer.status) : null)
      await sleep(waitBefore(answer, attempt), undefined, { signal })
    }
  }

  function send(url: URL, { method = 'GET', headers, body }: SourceRequest, maxBytes: number) {
    return outbound.download(url.href, {
      method,
      headers: {
        accept: 'application/json',
        ...(trusted.has(url.origin) && source.headers(token)),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      wholeMs: WHOLE_MS,
      maxBytes,
    })
  }

  async function json(to: string | URL, request: SourceRequest = {}) {
    const url = new URL(to, address)
    if (!trusted.has(url.origin)) throw new SourceFailed('nonsense', url.host)
    const answer = await ask(url, request, ANSWER_BYTES).catch(asFailure)
    requireSuccess(answer, request.accepts)
    if (answer.isCut) throw new SourceFailed('tooLarge', url.pathname)
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, [value].flat()[0]]),
    )
    // An answer that is accepted without success says nothing else, in whatever form.
    const body = answer.status < 300 ? parse(answer.body, url) : undefined
    return { status: answer.status, headers, body }
  }

  async function file(to: string | URL, request: SourceRequest = {}): Promise<Buffer> {
    let url = new URL(to, address)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const answer = await ask(
        url,
        { ...request, headers: { accept: '*/*', ...request.headers } },
        maxFileBytes,
      ).catch(asFailure)
      const location = [answer.headers.location].flat()[0]
      if (answer.status >= 300 && answer.status < 400 && location && URL.canParse(location, url.href)) {
        url = new URL(location, url)
        continue
      }
      requireSuccess(answer)
      if (answer.isCut) throw new SourceFailed('tooLarge', url.pathname)
      return answer.body
    }
    throw new SourceFailed('nonsense', url.host)
  }

  async function each<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) {
    const results: Result[] = new Array(items.length)
    let next = 0
    const worker = async () => {
      for (let index = next++; index < items.length; index = next++) {
        results[index] = await work(items[index] as Item)
      }
    }
    await Promise.all(Array.from({ length: Math.min(CONCURRENT, items.length) }, worker))
    return results
  }

  return { address, token, json, file, each }
}

/** Limits of the program, and failures on its way that can pass. */
function isBusy({ status, headers }: Answer) {
  const isLimited = status === 403 && (headers['retry-after'] || headers['x-ratelimit-remaining'] === '0')
  return status === 429 || status === 502 || status === 503 || status === 504 || Boolean(isLimited)
}

function waitBefore(answer: Answer | undefined, attempt: number) {
  return Math.min(LONGEST_WAIT_MS, statedWait(answer) ?? 500 * 2 ** attempt)
}

/** `Retry-After` in seconds or as a date (RFC 9110 §10.2.3), or the second at which GitHub's limit ends. */
function statedWait(answer: Answer | undefined) {
  const header = (name: string) => [answer?.headers[name]].flat()[0]
  const retry = header('retry-after')
  if (retry && /^\d+$/.test(retry)) return Number(retry) * 1000
  const at = retry ? Date.parse(retry) : Number(header('x-ratelimit-reset')) * 1000
  return Number.isFinite(at) ? Math.max(0, at - Date.now()) : undefined
}

function requireSuccess({ status }: Answer, accepts: readonly number[] = []) {
  if ((status >= 200 && status < 300) || accepts.includes(status)) return
  if (status === 401 || status === 403) throw new SourceFailed('tokenRefused')
  if (status === 404 || status === 410) throw new SourceFailed('notFound')
  throw new SourceFailed(status >= 500 ? 'unavailable' : 'nonsense', String(status))
}

function parse(body: Buffer, url: URL): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new SourceFailed('nonsense', url.pathname)
  }
}

function asFailure(error: unknown): never {
  if (error instanceof SourceFailed || error instanceof OutboundAddressRefused) throw error
  if (error instanceof Error && error.name === 'AbortError') throw error
  throw new SourceFailed('unavailable')
}
