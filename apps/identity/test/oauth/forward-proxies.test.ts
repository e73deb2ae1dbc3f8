import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { freePort } from '@atrium/testing/free-port'
import { waitUntil } from '@atrium/testing/wait-until'
import { startListeningIdentity } from '../identity-service.ts'
import { asPerson, createUser, signIn } from '../people.ts'

const identity = await startListeningIdentity({ RATE_LIMIT: 'off', TRUST_PROXY: 'loopback' })
const { app, url } = identity
const owner = await asPerson(identity, await createUser(identity, 'owner'))
const { item: group } = (await owner('POST', '/groups', { name: 'Authors' })).json()

/** Answers with the headers that it got. */
const wiki = createServer(({ headers }, response) => response.end(JSON.stringify(headers)))
await new Promise<void>(resolve => wiki.listen(0, '127.0.0.1', resolve))
const wikiPort = (wiki.address() as AddressInfo).port
after(() => wiki.close())

const samples = new URL('../../../../deploy/', import.meta.url)
const identityAddress = new URL(url).host

const proxies = {
  nginx: {
    sample: 'forward.nginx.conf',
    configuration: (sample: string, port: number, folder: string) => {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map(name => `${name}_temp_path ${folder}/${name};`)
        .join(' ')
      const plain = sample
        .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
        .replaceAll(/^ *ssl_.*$/gm, '')
      return `daemon off; master_process off; pid ${folder}/pid; error_log stderr warn; events {}
        http { access_log off; ${temporary} ${plain} }`
    },
    words: (file: string) => ['-p', join(file, '..'), '-c', file, '-e', 'stderr'],
  },
  caddy: {
    sample: 'forward.Caddyfile',
    configuration: (sample: string, port: number) =>
      `{\n admin off\n auto_https off\n}\n${sample.replace(/^wiki\.example\.org/m, `http://wiki.example.org:${port}`)}`,
    words: (file: string) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
}

for (const [name, { sample, configuration, words }] of Object.entries(proxies)) {
  const program = [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
    .map(folder => `${folder}/${name}`)
    .find(path => existsSync(path))
  if (!program) {
    console.log(`SKIPPED: forward authentication behind ${name} is not tested, because it is not installed.`)
    continue
  }
  test(`an application behind ${name} gets who is signed in, and nothing that a browser claims`, async () => {
    const port = await freePort()
    const host = `wiki.example.org:${port}`
    const folder = mkdtempSync(join(tmpdir(), `atrium-${name}-`))
    const file = join(folder, 'configuration')
    const content = readFileSync(new URL(sample, samples), 'utf8')
      .replaceAll('127.0.0.1:4000', identityAddress)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${wikiPort}`)
    writeFileSync(file, configuration(content, port, folder))
    const server = spawn(program, words(file), {
      stdio: ['ignore', 'inherit', 'pipe'],
      env: { PATH: process.env.PATH, HOME: folder },
    })
    const output = text(server.stderr)
    after(async () => {
      const ended = once(server, 'exit')
      if (server.exitCode === null) server.kill('SIGTERM')
      if (server.exitCode === null) await ended
      rmSync(folder, { recursive: true, force: true })
    })
    const { item: application } = (
      await owner('POST', '/forward-applications', { name, hosts: [host], publicPaths: ['/open/*'] })
    ).json()
    const claims = { 'remote-user': '1', 'remote-groups': 'Administrators', 'Remote-Email': 'x@example.org' }
    const get = (path: string, headers: Record<string, string> = {}) =>
      send(port, path, { host, accept: 'text/html', ...claims, ...headers })
    await waitUntil(async () => {
      if (server.exitCode !== null) throw new Error(await output)
      return get('/').then(
        () => true,
        () => false,
      )
    })

    const open = JSON.parse((await get('/open/page')).body)
    for (const header of ['remote-user', 'remote-groups', 'remote-email'])
      assert.equal(open[header] ?? '', '', header)
    assert.equal((await get('/data', { accept: 'application/json' })).status, 401)
    const refused = await get('/page?x=1')
    assert.equal(refused.status, 302, refused.body)
    const person = await createUser(identity)
    const session = await signIn(identity, person)
    const { pathname, search } = new URL(String(refused.headers.location))
    const started = await app.inject({ url: pathname + search, cookies: { ...session } })
    const callback = new URL(String(started.headers.location))
    assert.equal(callback.host, host)
    const finished = await get(callback.pathname + callback.search, { cookie: cookieOf(refused.headers) })
    assert.deepEqual([finished.status, finished.headers.location], [302, '/page?x=1'], finished.body)
    const cookie = cookieOf(finished.headers)
    const passed = await get('/page?x=1', { cookie })
    assert.equal(passed.status, 200)
    const seen = JSON.parse(passed.body)
    assert.deepEqual([seen['remote-user'], seen['remote-email']], [String(person.id), person.email])
    assert.notEqual(seen['remote-groups'], 'Administrators')

    await owner('PUT', `/forward-applications/${application.id}`, { requiredGroups: [group.id] })
    assert.equal((await get('/page', { cookie })).status, 403)
    await owner('PUT', `/groups/${group.id}/members/${person.id}`)
    const member = await get('/page', { cookie })
    assert.deepEqual([member.status, JSON.parse(member.body)['remote-groups']], [200, 'Authors'])
    await app.inject({ method: 'POST', url: '/auth/logout', cookies: { ...session } })
    assert.equal((await get('/page', { cookie })).status, 302)
  })
}

function cookieOf(headers: IncomingHttpHeaders) {
  const cookies = (headers['set-cookie'] ?? []).map(cookie => cookie.split(';')[0] ?? '')
  return cookies.filter(cookie => !cookie.endsWith('=')).join('; ')
}

/** Like a browser, whose name server knows the host of the application. */
async function send(port: number, path: string, headers: Record<string, string>) {
  const sent = request({ host: '127.0.0.1', port, path, headers }).end()
  const [response] = await once(sent, 'response')
  return { status: response.statusCode, headers: response.headers, body: await text(response) } as {
    status: number
    headers: IncomingHttpHeaders
    body: string
  }
}
