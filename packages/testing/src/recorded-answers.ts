import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { contractsOf } from '@atrium/http/routes/operation'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

/** A caller and what it sends with every request. */
export interface Caller {
  name: string
  headers?: Record<string, string>
  cookies?: Record<string, string>
}

export interface Answer {
  /** `owner PUT /roles/5` */
  request: string
  /** `PUT /roles/:id`; absent if no route matches. */
  route?: string
  status: number
  headers: Record<string, unknown>
  body?: unknown
}

interface Options {
  /** Fields that are random or depend on the time: keys, or as much of the path as needed (`byColumn.seconds`). */
  varying: string[]
  /** Fields with further texts, given the same way. */
  texts?: string[]
  /** URLs of this run, and their placeholders. */
  addresses?: Record<string, string>
}

type Target = Pick<FastifyInstance, 'inject' | 'operations'>
type Body = object | string | undefined

const HEADERS = [
  'content-type',
  'location',
  'www-authenticate',
  'allow',
  'retry-after',
  'cache-control',
  'vary',
  'content-disposition',
  'access-control-allow-origin',
]
/** Texts for people: they can change. */
const TEXTS = /^body\.(message|error_description|error\.(message|details\.(reason|errors\..*)))$/
const MAY_BE_ADDED = /^body\.error\.details(\.[^.]+)?$/
const HINT = 'If this is intended, record the answers with `npm run test:record` and review the difference.'
const MANY_DAYS_MS = 60 * 86_400_000
const PATTERNS: [RegExp, string][] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<jwt>'],
  [/atrium_pat_\w+/g, '<personal token>'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g, '<uuid>'],
  [/\b[0-9a-f]{32}\b/g, '<hex>'],
  [/\b(code|token|state|secret|code_challenge|link|test)=[\w%.-]{16,}/g, '$1=<varies>'],
  [/\b(calendar|share)\/[\w-]{43}/g, '$1/<token>'],
  [/\bform\/[\w-]{24}/g, 'form/<token>'],
  [/\berror_description=[^&]+/g, 'error_description=<text>'],
]

/** Sends requests and keeps each answer, to compare them with the recorded ones. */
export function recordAnswers(app: Target, options: Options) {
  const answers: Answer[] = []
  const findRoute = routesOf(app)
  const normalise = (value: unknown) => normalised(value, options)

  const keep = (answer: Answer) => answers.push(normalise(answer) as Answer)

  /** Sends a request, such as `send(owner, 'PUT /roles/5', { level: 3 })`; a string body is sent as a form. */
  async function send(caller: Caller, request: string, body?: Body, extra: InjectOptions = {}) {
    const [method = '', url = ''] = request.split(' ')
    const isForm = typeof body === 'string'
    const headers = {
      ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...caller.headers,
      ...extra.headers,
    }
    const cookies = { ...caller.cookies, ...extra.cookies }
    const response = await app.inject({
      ...(body !== undefined && { payload: body }),
      ...extra,
      method: method as 'GET',
      url,
      headers,
      cookies,
    })
    keep({
      request: `${caller.name} ${request}`,
      route: findRoute(method, url),
      status: response.statusCode,
      headers: headersOf(response),
      body: bodyOf(response),
    })
    return response
  }

  /** Sends requests to each route without a token, with an unknown id, and with an invalid body. */
  async function sendRefusedRequests(anonymous: Caller, owner: Caller, except: RegExp) {
    const routes = contractsOf(app)
      .map(route => ({ ...route, request: `${route.method} ${sampleUrl(route.path)}` }))
      .sort((a, b) => a.request.localeCompare(b.request, 'en'))
    for (const { request } of routes.filter(({ access }) => access.token)) await send(anonymous, request)
    for (const { request, path, method } of routes.filter(({ path }) => !except.test(path))) {
      const hasBody = method === 'POST' || method === 'PUT'
      if (hasBody || path.includes(':')) await send(owner, request, hasBody ? { nonsense: true } : undefined)
    }
  }

  /** Compares the answers with the file, or writes the file if UPDATE_ANSWERS is set. */
  function compareWith(file: URL) {
    if (process.env.UPDATE_ANSWERS) {
      writeFileSync(file, `[\n${answers.map(answer => JSON.stringify(answer)).join(',\n')}\n]\n`)
    }
    const recorded = JSON.parse(readFileSync(file, 'utf8')) as Answer[]
    const kept = JSON.parse(JSON.stringify(answers)) as Answer[]
    const differences = recorded.flatMap((answer, index) =>
      differencesOf(answer, kept[index]).map(difference => `${answer.request}: ${difference}`),
    )
    assert.ok(differences.length === 0, `${differences.slice(0, 30).join('\n')}\n${HINT}`)
    assert.equal(kept.length, recorded.length, `The number of answers differs. ${HINT}`)
  }

  /** Fails for routes without a successful request. */
  function checkCoverage(exceptions: string[] = []) {
    const succeeded = new Set(answers.filter(({ status }) => status < 400).map(({ route }) => route))
    const missing = contractsOf(app)
      .map(({ method, path }) => `${method} ${path}`)
      .filter(route => !succeeded.has(route))
    assert.deepEqual(missing.sort(), exceptions.toSorted())
  }

  return { send, sendRefusedRequests, keep, compareWith, checkCoverage, answers }
}

export type Recording = ReturnType<typeof recordAnswers>

function sampleUrl(url: string) {
  return url.replace(/:\w+/g, '999999').replace('*', 'anything')
}

/** Returns a function that finds the most specific route whose path matches. */
function routesOf(app: Target) {
  const variables = (url: string) => url.match(/:\w+|\*/g)?.length ?? 0
  const routes = contractsOf(app)
    .map(({ method, path }) => ({
      method,
      path,
      pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`),
    }))
    .sort((a, b) => variables(a.path) - variables(b.path))
  return (method: string, address: string) => {
    const [asked = ''] = address.split('?')
    const route = routes.find(each => each.method === method && each.pattern.test(asked))
    return route && `${route.method} ${route.path}`
  }
}

function headersOf({ headers, cookies }: LightMyRequestResponse) {
  const found = HEADERS.flatMap(name =>
    headers[name] === undefined ? [] : [[name, headerOf(name, headers)]],
  )
  const set = cookies.map(({ value, expires, ...attributes }) => ({
    ...attributes,
    value: value === '' ? '' : '<varies>',
    ...(expires && { expires: expires.getTime() < Date.now() ? 'past' : 'future' }),
  }))
  return { ...Object.fromEntries(found), ...(set.length > 0 && { 'set-cookie': set }) }
}

/** The order of the allowed methods does not matter. */
function headerOf(name: string, headers: LightMyRequestResponse['headers']) {
  return name === 'allow' ? String(headers.allow).split(', ').sort().join(', ') : headers[name]
}

/** Only the headers of pages, scripts, styles and metrics are recorded. */
function bodyOf({ headers, body }: LightMyRequestResponse) {
  const type = String(headers['content-type'])
  if (type.startsWith('application/json')) return JSON.parse(body)
  return /^text\/(csv|plain)(?!; version)/.test(type) ? body : undefined
}

function normalised(value: unknown, options: Options, path: string[] = []): unknown {
  if (Array.isArray(value)) return value.map(each => normalised(each, options, path))
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, normalised(each, options, [...path, name])]),
    )
  const name = path.join('.')
  const isAmong = (names: string[] = []) => names.some(each => `.${name}`.endsWith(`.${each}`))
  const isFilled = typeof value === 'number' || (typeof value === 'string' && value !== '')
  if (typeof value === 'string' && (TEXTS.test(name) || isAmong(options.texts))) return '<text>'
  if (isFilled && isAmong(options.varying)) return '<varies>'
  if (typeof value !== 'string') return value
  return normalisedText(value, options)
}

function normalisedText(text: string, { addresses = {} }: Options) {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && isNear(text)) return '<time>'
  if (/^\d{4}-\d\d-\d\d$/.test(text) && isNear(text)) return '<day>'
  const local = Object.entries(addresses).reduce(
    (result, [address, name]) =>
      result.replaceAll(address, name).replaceAll(encodeURIComponent(address), name),
    text,
  )
  return PATTERNS.reduce((result, [pattern, name]) => result.replace(pattern, name), local)
}

/** Dates in the requests are years away. */
function isNear(date: string) {
  return Math.abs(Date.parse(date) - Date.now()) < MANY_DAYS_MS
}

/** Describes differences such as `body.item.level: 3, now 4`. Error details can gain keys; the order of keys matters. */
export function differencesOf(before: unknown, now: unknown, path: string[] = []): string[] {
  if (!isObject(before) || !isObject(now) || Array.isArray(before) !== Array.isArray(now)) {
    return before === now ? [] : [`${path.join('.')}: ${JSON.stringify(before)}, now ${JSON.stringify(now)}`]
  }
  const names = Object.keys(before)
  const present = Object.keys(now).filter(name => {
    return names.includes(name) || !MAY_BE_ADDED.test([...path, name].join('.'))
  })
  if (names.join() !== present.join()) {
    return [`${path.join('.')}: the keys ${names.join(', ')}, now ${present.join(', ')}`]
  }
  return names.flatMap(name => differencesOf(before[name], now[name], [...path, name]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object'
}
