import assert from 'node:assert/strict'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { after } from 'node:test'
import { createGunzip } from 'node:zlib'

export interface Frame {
  id?: string
  event?: string
  // biome-ignore lint/suspicious/noExplicitAny: frames of many shapes
  data?: any
  comment?: string
}

/** How long to wait before a test fails. */
const WAIT_TIMEOUT_MS = 120_000

/** Reads an event stream over a real socket, as a browser does. */
export async function readStream(url: string, headers: Record<string, string> = {}) {
  const { request, response } = await open(url, headers)
  const frames: Frame[] = []
  const waiting: (() => void)[] = []
  let isEnded = false
  let text = ''
  const isCompressed = response.headers['content-encoding'] === 'gzip'
  const body = isCompressed ? response.pipe(createGunzip()) : response
  body.setEncoding('utf8')
  body.on('error', () => {})
  body.on('data', (chunk: string) => {
    const parts = (text + chunk).split('\n\n')
    text = parts.pop() ?? ''
    frames.push(...parts.map(parse))
    for (const check of waiting) check()
  })
  response.on('error', () => {})
  response.once('close', () => {
    isEnded = true
    for (const check of waiting) check()
  })
  const close = () => request.destroy()
  after(close)

  const messages = () => frames.filter(frame => frame.event === 'message' && !isPresence(frame))

  function waitUntil(isDone: () => boolean, what: string) {
    return new Promise<void>((resolve, reject) => {
      const timeout = setTimeout(
        () => reject(new Error(`${what} did not arrive: ${JSON.stringify(frames)}`)),
        WAIT_TIMEOUT_MS,
      )
      const check = () => {
        if (!isDone()) return
        clearTimeout(timeout)
        resolve()
      }
      waiting.push(check)
      check()
    })
  }

  return {
    response,
    frames,
    close,
    messages,
    /** The ids of the users viewing the boards, from the latest presence frame. */
    viewers: () => frames.findLast(isPresence)?.data.data.users.map(({ id }: { id: number }) => id) ?? [],
    waitUntil,
    waitForMessages: (count: number) => waitUntil(() => messages().length >= count, `message ${count}`),
    waitForEnd: () => waitUntil(() => isEnded, 'the end'),
  }
}

function isPresence({ data }: Frame) {
  return data?.event === 'presence'
}

async function open(url: string, headers: Record<string, string>) {
  const request: ClientRequest = get(url, { headers, agent: false })
  request.on('error', () => {})
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
  })
  assert.equal(response.statusCode, 200)
  return { request, response }
}

function parse(block: string): Frame {
  const lines = block.split('\n').map(line => line.match(/^(\w*): ?(.*)$/) ?? [])
  const field = (name: string) => lines.find(([, key]) => key === name)?.[2]
  const data = field('data')
  return {
    id: field('id'),
    event: field('event'),
    comment: field(''),
    data: data === undefined ? undefined : JSON.parse(data),
  }
}
