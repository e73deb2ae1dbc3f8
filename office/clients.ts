import { ApiError, errorFrom } from '@atrium/client/api-error'
import { type CallRoute, createClient } from '@atrium/client/client'
import { addressOf, bodyOf, type RequestParts, readJson } from '@atrium/client/request-parts'
import type { Contract } from '@atrium/core/contract'
import { login } from '@atrium/tasks/sign-in/sign-in.contract'
import { createBrowser, hiddenFields } from '@atrium/testing/browser'
import { readMessages, type StreamOptions } from '../packages/client/npm/event-stream.ts'
import { createOperations } from '../packages/client/npm/operations.ts'
import { createSend } from '../packages/client/npm/send.ts'
import { type Fetch, isFailure, type Recorder } from './attempts.ts'

interface Account {
  email: string
  password: string
}

/** What people work with: each has its own way to sign in and to send requests. */
export interface OfficeClient {
  signIn: () => Promise<void>
  call: CallRoute
  /** The event stream; undefined for a client that follows none. Reports each connection that opens. */
  follow?: (options: StreamOptions, onOpen: () => void) => ReturnType<typeof readMessages>
}

type CreateClient = (tasksUrl: string, account: Account, recorder: Recorder) => OfficeClient

/** The web application: its own client, with a session cookie. */
const openBrowser: CreateClient = (tasksUrl, account, recorder) => {
  let endPage: ReturnType<Recorder['start']> | undefined
  let statuses: number[] = []
  const browser = createBrowser((status, address) => {
    // The files of the application come last, if it has been built.
    if (address.startsWith(`${tasksUrl}/app/`)) return
    endPage?.(status)
    endPage = recorder.start(false)
    statuses.push(status)
  })
  const send: Fetch = async (address, init) => {
    const response = await recorder.fetch(address, init)
    browser.keepCookies(address, response.headers.getSetCookie())
    return response
  }
  const headers = () => ({
    'accept-language': 'en',
    cookie: browser.cookiesFor(tasksUrl),
    origin: new URL(tasksUrl).origin,
  })
  return {
    call: createClient({ baseUrl: tasksUrl, headers, fetch: send }),
    signIn: async () => {
      const before = browser.cookiesFor(tasksUrl)
      endPage = recorder.start(false)
      statuses = []
      await openPages(browser, tasksUrl, account).catch(error => {
        endPage?.('lost connection')
        throw new ApiError(0, String(error))
      })
      const failure = statuses.find(outcome => isFailure({ outcome }))
      if (failure) throw new ApiError(failure, 'A page of the sign-in failed')
      if (browser.cookiesFor(tasksUrl) !== before) return
      endPage?.('failed sign-in')
      throw new ApiError(0, `No new session: ${statuses.join(', ')}`)
    },
    follow: (options, onOpen) => readMessages(streamSend(tasksUrl, headers, onOpen), options),
  }
}

/** Signs in as a person does: from the task service to the form of the identity service and back. */
async function openPages(browser: ReturnType<typeof createBrowser>, tasksUrl: string, account: Account) {
  const start = await browser.open(`${tasksUrl}/auth/login`)
  const address = start.match(/href="([^"]*\/auth\/authorize[^"]*)"/)?.[1]?.replaceAll('&amp;', '&')
  if (!address) return
  const page = await browser.open(address)
  const { email: username, password } = account
  const form = { ...hiddenFields(page), username, password }
  // Someone who is signed in at the identity service comes back without a form.
  if (page.includes('name="password"')) await browser.open(new URL('/auth/authorize', address).href, form)
}

/** A program with the npm package: it repeats what is lost or refused for the moment. */
const startProgram: CreateClient = (tasksUrl, account, { fetch }) => {
  let token = ''
  const send = createSend({ url: tasksUrl, token: () => token, fetch })
  const call = (contract: Contract, input?: RequestParts) => {
    const { call } = createOperations({ call: `${contract.method} ${contract.path}` }, send)
    return call?.(input)
  }
  return {
    call: call as CallRoute,
    signIn: async () => {
      token = await tokenFor(call as CallRoute, account)
    },
    follow: (options, onOpen) =>
      readMessages(
        streamSend(tasksUrl, () => ({ authorization: `Bearer ${token}` }), onOpen),
        options,
      ),
  }
}

/** A script with curl: no Idempotency-Key, and nothing is repeated. */
const startScript: CreateClient = (tasksUrl, account, { fetch }) => {
  let token = ''
  const call = async (contract: Contract, input: RequestParts = {}) => {
    const { body, headers } = bodyOf(input.body)
    const response = await fetch(tasksUrl + addressOf(contract, input), {
      method: contract.method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body }),
    })
    const reply = await readJson(response)
    if (response.ok) return reply
    throw errorFrom(response.status, response.statusText, reply, name => response.headers.get(name))
  }
  return {
    call: call as CallRoute,
    signIn: async () => {
      token = await tokenFor(call as CallRoute, account)
    },
  }
}

async function tokenFor(call: CallRoute, { email, password }: Account) {
  return (await call(login, { body: { login: email, password } })).token
}

/** For the event stream, whose connections are no attempts: they last as long as the day. */
function streamSend(url: string, headers: () => Record<string, string>, onOpen: () => void) {
  const open: Fetch = async (address, init) => {
    const response = await fetch(address, { ...init, headers: { ...init.headers, ...headers() } })
    if (response.ok && new URL(address).pathname === '/events') onOpen()
    return response
  }
  return createSend({ url, fetch: open, retries: 0 })
}

export const clients = { browser: openBrowser, program: startProgram, script: startScript }
export type ClientKind = keyof typeof clients
