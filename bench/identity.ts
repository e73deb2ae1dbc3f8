import { type BenchAtrium, withAtrium } from './atrium.ts'
import { loadBareService, rawArgon2, rawSigning } from './ceilings.ts'
import { load } from './load.ts'
import { SECONDS } from './options.ts'
import type { Report } from './report.ts'
import { issueTokens } from './requests.ts'

const REFRESHING_SESSIONS = 32
const WARM_UP_ANSWERS = 10_000
/** Per process: two seconds of them are not enough for V8 to compile all that they run. */
export const WARM_UP_READS = 40_000

/** Introspection, tokens and sign-in. */
export function measureIdentity(report: Report) {
  return withAtrium(report, {}, async atrium => {
    const requests = await createRequests(atrium)
    await measureReads(report, atrium, requests)
    await measureTokens(report, atrium, requests)
    await measureSignIn(report, atrium, requests)
  })
}

type Requests = Awaited<ReturnType<typeof createRequests>>

export async function createRequests(atrium: BenchAtrium) {
  const { client, person } = atrium
  const { client_id, client_secret } = client
  const post = (body: Record<string, string>) => ({
    method: 'POST' as const,
    path: '/token',
    body: new URLSearchParams({ ...body, client_id, client_secret }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const password = { grant_type: 'password', username: person.email, password: person.password }
  const tokens = await Promise.all(Array.from({ length: 100 }, () => issueTokens(atrium)))
  return {
    introspections: tokens.map(({ access_token }) => ({
      method: 'POST' as const,
      path: '/token/introspect',
      body: JSON.stringify({ token: access_token }),
      headers: { 'content-type': 'application/json' },
    })),
    protectedReads: tokens.map(({ access_token }) => ({
      path: '/auth/available-scopes',
      headers: { authorization: `Bearer ${access_token}` },
    })),
    clientCredentials: [post({ grant_type: 'client_credentials' })],
    signIns: [post(password)],
    /** Each refresh uses the token of the previous one of its session. */
    async refreshChains() {
      const sessions = await Promise.all(
        Array.from({ length: REFRESHING_SESSIONS }, () => issueTokens(atrium, password)),
      )
      const chains = sessions.map(session => ({
        ...post({}),
        body: () => post({ grant_type: 'refresh_token', refresh_token: session.refresh_token }).body,
        onAnswer: (body: string) => Object.assign(session, JSON.parse(body)),
      }))
      return (connection: number) => chains.slice(connection, connection + 1)
    },
  }
}

async function measureReads(report: Report, atrium: BenchAtrium, requests: Requests) {
  const { identityUrl: url } = atrium
  const processes = atrium.processesOf('identity')
  const works = {
    introspection: requests.introspections,
    'protected read without SQL': requests.protectedReads,
  }
  for (const [work, requests] of Object.entries(works)) {
    const options = { url, requests, warmUpAnswers: WARM_UP_READS }
    const { perSecond } = await loadBareService(options)
    const ceiling = { name: 'bare Fastify', perSecond }
    report.addSpeed({ work, load: await load({ ...options, processes }), ceiling, target: 0.65 })
  }
}

async function measureTokens(report: Report, atrium: BenchAtrium, requests: Requests) {
  const { identityUrl: url } = atrium
  const processes = atrium.processesOf('identity')
  const ceiling = await rawSigning()
  const options = { url, requests: requests.clientCredentials, warmUpAnswers: WARM_UP_ANSWERS }
  const signing = await loadBareService(options, undefined, true)
  report.addSpeed({ work: 'bare Fastify, one signature per answer', load: signing, ceiling })
  const credentials = await load({ ...options, processes })
  report.addSpeed({ work: 'client_credentials', load: credentials, ceiling, target: 0.85 })
  const refreshes = await load({
    url,
    processes,
    connections: REFRESHING_SESSIONS,
    requests: await requests.refreshChains(),
    warmUpAnswers: WARM_UP_ANSWERS,
  })
  report.addSpeed({ work: 'rotating refresh', load: refreshes, ceiling, target: 0.7 })
}

async function measureSignIn(report: Report, atrium: BenchAtrium, requests: Requests) {
  const { identityUrl: url } = atrium
  const processes = atrium.processesOf('identity')
  const { signIns, introspections } = requests
  const ceiling = await rawArgon2()
  const connections = 8
  const alone = await load({
    url,
    connections,
    requests: signIns,
    processes,
    warmUpAnswers: WARM_UP_ANSWERS,
  })
  report.addSpeed({ work: 'password sign-in', load: alone, ceiling, target: 0.9 })

  const atRest = await load({ url, connections, requests: introspections })
  const storm = load({ url, connections, seconds: SECONDS + 2, requests: signIns })
  const during = await load({ url, connections, requests: introspections })
  await storm
  report.addSpeed({ work: 'introspection at rest, 8 connections', load: atRest })
  report.addSpeed({ work: 'introspection during a sign-in storm', load: during })
  report.addFigure({
    name: 'p99 of introspection during a sign-in storm against at rest',
    value: during.p99 / atRest.p99,
    unit: '×',
    atMost: 3,
  })
}
