import { rmSync } from 'node:fs'
import { startAtriumForBench } from './atrium.ts'
import { emptyRoute, rawArgon2, rawSigning } from './ceilings.ts'
import { load, report } from './load.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 6)
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const atrium = await startAtriumForBench()
try {
  const { identityUrl: url, client, person } = atrium
  const credentials = { client_id: client.client_id, client_secret: client.client_secret }
  const encode = (body: Record<string, string>) => new URLSearchParams(body).toString()
  const post = (path: string, body: Record<string, string>) =>
    ({ method: 'POST', path, body: encode(body), headers: form }) as const
  const issue = async (body: Record<string, string>) => {
    const response = await fetch(`${url}/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...body, ...credentials }),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as { access_token: string; refresh_token: string }
  }

  console.log(`${SECONDS} s each; server, database and load generator share the cores of this machine.\n`)
  const empty = await emptyRoute(SECONDS)
  report('empty Fastify route', empty)
  const signing = await rawSigning(SECONDS)
  console.log(`${'raw RSA-2048 signing, all cores'.padEnd(34)}${`${signing.toFixed(0)}/s`.padStart(9)}`)
  const argon2 = await rawArgon2(SECONDS)
  console.log(`${'raw argon2id, all cores'.padEnd(34)}${`${argon2.toFixed(0)}/s`.padStart(9)}\n`)

  const tokens = await Promise.all(
    Array.from({ length: 100 }, () => issue({ grant_type: 'client_credentials' })),
  )
  const introspections = tokens.map(({ access_token }) => ({
    method: 'POST' as const,
    path: '/token/introspect',
    body: JSON.stringify({ token: access_token }),
    headers: { 'content-type': 'application/json' },
  }))
  const introspection = await load({ url, seconds: SECONDS, requests: introspections })
  report('introspection', introspection, { name: 'the empty route', perSecond: empty.perSecond })

  const ceiling = { name: 'raw signing', perSecond: signing }
  const grant = post('/token', { grant_type: 'client_credentials', ...credentials })
  report('client_credentials', await load({ url, seconds: SECONDS, requests: [grant] }), ceiling)

  const password = { grant_type: 'password', username: person.email, password: person.password }
  const { refresh_token } = await issue(password)
  const refreshForm = (refresh_token: string) => ({
    grant_type: 'refresh_token',
    refresh_token,
    ...credentials,
  })
  const refresh = post('/token', refreshForm(refresh_token))
  report(
    'refresh (within the grace period)',
    await load({ url, seconds: SECONDS, requests: [refresh] }),
    ceiling,
  )
  report('refresh (each one rotates)', await refreshInChains(), ceiling)

  const signIn = [post('/token', { ...password, ...credentials })]
  const signIns = await load({ url, seconds: SECONDS, connections: 8, requests: signIn })
  report('sign-in', signIns, { name: 'raw argon2id', perSecond: argon2 })

  const storm = load({ url, seconds: SECONDS + 2, connections: 8, requests: signIn })
  const during = await load({ url, seconds: SECONDS, connections: 8, requests: introspections })
  await storm
  const calm = await load({ url, seconds: SECONDS, connections: 8, requests: introspections })
  report('introspection, 8 connections', calm)
  report('introspection during a sign-in storm', during)
  console.log(`p99 during the storm: ${(during.p99 / calm.p99).toFixed(1)} × the p99 without load`)

  /** Chains of refreshes, each using the token of the previous one. */
  async function refreshInChains() {
    const connections = 32
    const sessions = await Promise.all(Array.from({ length: connections }, () => issue(password)))
    const chains = sessions.map(session => ({
      ...post('/token', {}),
      setupRequest: (request: object) => ({ ...request, body: encode(refreshForm(session.refresh_token)) }),
      onResponse: (_status: number, body: string) => Object.assign(session, JSON.parse(body)),
    }))
    return load({
      url,
      seconds: SECONDS,
      connections,
      requests: connection => chains.slice(connection, connection + 1),
    })
  }
} finally {
  await atrium.stop()
  rmSync(atrium.dataFolder, { recursive: true, force: true })
}
