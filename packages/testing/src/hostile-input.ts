import assert from 'node:assert/strict'
import { contractsOf } from '@atrium/http/routes/operation'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

interface Target {
  operations: FastifyInstance['operations']
  inject: (options: InjectOptions) => Promise<LightMyRequestResponse>
}

const NUL = '\u0000'
const values: unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  NUL,
  `a${NUL}b@example.org`,
  '\ud800',
  'x'.repeat(20_000), // in all fields still below the limit of a body
  "'; drop table users; --",
  '{{7*7}}<script>alert(1)</script>',
  '../../../../etc/passwd',
  [],
  ['a', 'b'],
  { $gt: '' },
]

const fields = [
  'username',
  'password',
  'token',
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'refresh_token',
  'scope',
  'name',
  'email',
  'phone',
  'search',
]

const rawBodies: [string, string][] = [
  ['application/json', '{'],
  ['application/json', '[]'],
  ['application/json', 'null'],
  ['application/json', '"text"'],
  ['application/json', '{"__proto__":{"isOwner":true},"constructor":{"prototype":{"x":1}}}'],
  ['application/json', `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`],
  ['application/json', `{"name":"${'x'.repeat(1_200_000)}"}`],
  ['application/x-www-form-urlencoded', '%E0%A4%A&=&&&a[b]=c&username=%00'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n'],
  ['multipart/form-data', 'no boundary'],
  ['text/plain', 'plain'],
  ['application/json; charset=utf-16', '{}'],
]

/** Sends nonsense to every route: the documented errors come back, and never a 500. */
export function sendHostileInput(app: Target, headers: Record<string, string>) {
  return sendShare(app, headers, 8)
}

/** The same from callers that most routes refuse before validation. */
export function sendSomeHostileInput(app: Target, headers: Record<string, string>) {
  return sendShare(app, headers, 16)
}

/** Every eighth attack, for example, and the others at the next route. `npm run test:long` sends all. */
async function sendShare(app: Target, headers: Record<string, string>, share: number) {
  const every = process.env.ALL_ATTACKS ? 1 : share
  for (const [route, { method, path }] of contractsOf(app).entries()) {
    const chosen = attacks(method, path).filter((_, index) => (index + route) % every === 0)
    await attack(app, headers, chosen)
  }
}

async function attack(app: Target, headers: Record<string, string>, requests: InjectOptions[]) {
  for (const options of requests) {
    const response = await app.inject({ ...options, headers: { ...headers, ...options.headers } })
    if (response.statusCode < 500) continue
    const sent = `${options.method} ${options.url} ${JSON.stringify(options.payload)?.slice(0, 80)}`
    assert.fail(`${sent}: ${response.body.slice(0, 200)}`)
  }
}

function attacks(method: string, pattern: string): InjectOptions[] {
  const inject = (options: object) => ({ method, ...options }) as InjectOptions
  const path = (id: string) => pattern.replace(/:\w+|\*/g, id)
  const inPath =
    pattern === path('1') ? [] : ['0', '-1', '9'.repeat(30), '%00', '%2e%2e%2f', '1;drop', 'NaN', '%E0%A4%A']
  const inQuery = [
    'page=1e9',
    'limit=%00',
    'search=%00',
    'orderBy[]=id',
    'a=1&a=2',
    'state=%00&client_id=%00',
    'return=%00',
    'code=%00&state=%00',
  ]
  const reads = [
    ...inPath.map(id => inject({ url: path(id) })),
    ...inQuery.map(query => inject({ url: `${path('1')}?${query}` })),
    inject({
      url: path('1'),
      headers: { cookie: `access_token=${'x'.repeat(5000)}; app_oauth_state=e30.x; =; a` },
    }),
  ]
  if (method === 'GET' || method === 'DELETE') return reads
  const writes = [
    ...values.map(value =>
      inject({ url: path('1'), payload: Object.fromEntries(fields.map(field => [field, value])) }),
    ),
    ...rawBodies.map(([type, payload]) =>
      inject({ url: path('1'), payload, headers: { 'content-type': type } }),
    ),
  ]
  return [...reads, ...writes]
}
