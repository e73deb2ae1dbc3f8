import { readFileSync } from 'node:fs'
import { type BenchAtrium, withAtrium } from './atrium.ts'
import { processesOf } from './processes.ts'
import type { Report } from './report.ts'

type Service = 'identity' | 'tasks'

interface Attack {
  service: Service
  route: string
  /** What makes the request slow. */
  input: string
  request: () => { path: string; options?: RequestInit }
}

const REQUESTS = 20
const LISTED_MS = 5

/** Measures what one request without an account costs the thread that answers everyone. */
export function measureAnonymous(report: Report) {
  return withAtrium(report, {}, async atrium => {
    const rows: { milliseconds: number; cells: string[] }[] = []
    for (const attack of [...attacksOn('identity'), ...attacksOn('tasks'), ...realWork(atrium)]) {
      const { service, route, input } = attack
      const { milliseconds, status } = await measure(atrium, attack)
      report.progress(`${milliseconds.toFixed(2)} ms  ${status}  ${service}  ${route}  ${input}`)
      rows.push({ milliseconds, cells: [route, service, input, String(status), milliseconds.toFixed(1)] })
    }
    const listed = rows.filter(({ milliseconds }) => milliseconds >= LISTED_MS)
    const head = ['route', 'service', 'input', 'answer', 'ms of the event loop']
    const slowestFirst = listed.sort((one, other) => other.milliseconds - one.milliseconds)
    report.addTable(
      'Requests without an account',
      head,
      slowestFirst.map(({ cells }) => cells),
    )
    report.addNote(
      `${rows.length - listed.length} of ${rows.length} requests take less than ${LISTED_MS} ms.`,
    )
  })
}

async function measure(atrium: BenchAtrium, { service, request }: Attack) {
  const url = service === 'identity' ? atrium.identityUrl : atrium.tasksUrl
  const [pid = 0] = processesOf(atrium.pid, service)
  const send = async () => {
    const { path, options } = request()
    const response = await fetch(url + path, { redirect: 'manual', ...options }).catch(() => undefined)
    if (!response) return 0 // the service closed the connection
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) await response.arrayBuffer()
    return response.status
  }
  let status = await send()
  const before = mainThreadTime(pid)
  for (let count = 0; count < REQUESTS; count += 1) status = await send()
  return { milliseconds: (mainThreadTime(pid) - before) / REQUESTS / 1e6, status }
}

/** Returns the CPU time of the first thread in nanoseconds: what runs in other threads keeps nobody waiting. */
function mainThreadTime(pid: number) {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0])
}

/** Sends hostile bodies, as large as the service reads them, to every public route. */
function attacksOn(service: Service): Attack[] {
  return publicRoutes(service).flatMap(({ method, path }): Attack[] => {
    const route = `${method} ${path}`
    const address = path.replace(/:\w+|\*/g, '1')
    if (method === 'GET') {
      const request = () => ({ path: address, options: { headers: { accept: 'text/html' } } })
      return [{ service, route, input: 'nothing', request }]
    }
    return Object.entries(hostileBodies).map(([input, { type, body }]) => ({
      service,
      route,
      input,
      request: () => ({
        path: address,
        options: { method, headers: { 'content-type': type, accept: 'application/json' }, body },
      }),
    }))
  })
}

function publicRoutes(service: Service) {
  const document = readFileSync(new URL(`../docs/routes-${service}.md`, import.meta.url), 'utf8')
  const rows = document.matchAll(/^\| (GET|POST) \| `([^`]+)` \|[^|]*\| no \|/gm)
  return [...rows].map(([, method = '', path = '']) => ({ method, path }))
}

const LARGEST = 32_000
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

const hostileBodies: Record<string, { type: string; body: string }> = {
  'unknown fields': { type: json, body: `{${repeated(index => `"f${index}":1,`)}"x":1}` },
  'nested lists': { type: json, body: `{"a":${'['.repeat(LARGEST / 2)}${']'.repeat(LARGEST / 2)}}` },
  'form fields': { type: form, body: Array.from({ length: 1000 }, (_, index) => `f${index}=1`).join('&') },
  'multipart fields': {
    type: 'multipart/form-data; boundary=x',
    body: `${Array.from({ length: 100 }, (_, index) => `--x\r\ncontent-disposition: form-data; name="f${index}"\r\n\r\n${'1'.repeat(200)}\r\n`).join('')}--x--\r\n`,
  },
}

function repeated(part: (index: number) => string) {
  let text = ''
  for (let index = 0; text.length < LARGEST; index += 1) text += part(index)
  return text
}

/** Requests that succeed, or fail after most of the work. */
function realWork({ client, person }: BenchAtrium): Attack[] {
  let people = 0
  const posted = (service: Service, path: string, input: string, bodyOf: () => object): Attack => ({
    service,
    route: `POST ${path}`,
    input,
    request: () => ({
      path,
      options: { method: 'POST', headers: { 'content-type': json }, body: JSON.stringify(bodyOf()) },
    }),
  })
  const slowest = { password: 'a1'.repeat(32), surname: 'a1'.repeat(500), name: 'a1'.repeat(500) }
  const credentials = { client_id: client.client_id, client_secret: client.client_secret }
  const token = `e30.${'A'.repeat(20_000)}.AAAA`
  return [
    posted('identity', '/auth/password-strength', 'a slow password', () => slowest),
    posted('identity', '/users', 'a new account', () => {
      people += 1
      const names = { surname: 'a1'.repeat(50), name: '4@'.repeat(50) }
      const addresses = { email: `person${people}@example.org`, phone: `+1202556${1000 + people}` }
      return { ...names, ...addresses, password: 'another good passphrase', consent: true }
    }),
    posted('identity', '/auth/login', 'a correct password', () => ({
      username: person.email,
      password: person.password,
    })),
    posted('identity', '/auth/login', 'an unknown user', () => ({
      username: 'nobody@example.org',
      password: slowest.password,
    })),
    posted('identity', '/token', 'a client’s credentials', () => ({
      ...credentials,
      grant_type: 'client_credentials',
    })),
    posted('identity', '/token/introspect', 'a long token', () => ({ token })),
    posted('identity', '/auth/password-reset', 'a known address', () => ({ username: person.email })),
    posted('tasks', '/user/login', 'a correct password', () => ({
      email: person.email,
      password: person.password,
    })),
    ...['/cities?limit=1000', '/cities?limit=1000&search=a', '/languages?limit=1000'].map(
      (path): Attack => ({
        service: 'identity',
        route: `GET ${path.split('?')[0]}`,
        input: path.split('?')[1] ?? '',
        request: () => ({ path }),
      }),
    ),
  ]
}
