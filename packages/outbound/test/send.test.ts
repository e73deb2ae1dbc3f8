import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { runFolder } from '@atrium/testing/run-folder'
import { selfSign } from '@atrium/testing/self-signed'
import { openOutbound } from '../src/outbound.ts'

const settings = {
  IDENTITY_PORT: 4000,
  TASKS_PORT: 4100,
  IDENTITY_URL: 'https://id.example.com',
  OUTBOUND_ALLOW: '127.0.0.1/32,127.0.0.2',
}
const outbound = openOutbound(settings)

async function listen(server: Server, host = '127.0.0.1', port = 0) {
  server.listen(port, host)
  await once(server, 'listening')
  after(() => server.close())
  return (server.address() as AddressInfo).port
}

const serve = (handle: RequestListener, host?: string, port?: number) =>
  listen(createServer(handle), host, port)

test('sends method, headers and body, and returns status, headers and body', async () => {
  const port = await serve(async (request, response) => {
    const { method, url, headers } = request
    const answer = { method, url, token: headers['x-token'], host: headers.host, body: await text(request) }
    response.writeHead(201, { 'x-answer': 'yes' }).end(JSON.stringify(answer))
  })
  const { status, headers, body, isCut } = await outbound.send(`http://127.0.0.1:${port}/a/b?c=d#e`, {
    method: 'POST',
    headers: { 'x-token': 'abc' },
    body: 'hello',
  })
  assert.deepEqual([status, headers['x-answer'], isCut], [201, 'yes', false])
  assert.deepEqual(JSON.parse(body.toString()), {
    method: 'POST',
    url: '/a/b?c=d',
    token: 'abc',
    host: `127.0.0.1:${port}`,
    body: 'hello',
  })
})

test('a name is resolved once, and the connection goes to the checked address', async () => {
  const heard: string[] = []
  const port = await serve((_request, response) => {
    heard.push('checked')
    response.end()
  })
  await serve(
    (_request, response) => {
      heard.push('swapped')
      response.end()
    },
    '127.0.0.2',
    port,
  )
  const answers = ['127.0.0.1', '127.0.0.2']
  const rebinding = openOutbound(settings, async () => [{ address: answers.shift() ?? '', family: 4 }])
  await rebinding.send(`http://rebind.test:${port}/`)
  assert.deepEqual(heard, ['checked'])
  assert.deepEqual(answers, ['127.0.0.2'])
})

test('a name that was public when it was saved is refused when it leads to this machine', async () => {
  const heard: unknown[] = []
  const port = await serve((request, response) => {
    heard.push(request.url)
    response.end()
  })
  const answers = ['8.8.8.8', '127.0.0.1']
  const { OUTBOUND_ALLOW, ...strict } = settings
  const rebinding = openOutbound(strict, async () => [{ address: answers.shift() ?? '', family: 4 }])
  const address = `https://rebind.test:${port}/`
  await rebinding.check(address, 'url')
  await assert.rejects(rebinding.send(address), { code: 'outbound_address_refused', statusCode: 422 })
  assert.deepEqual(heard, [])
})

test('a redirect is an answer like any other', async () => {
  const paths: unknown[] = []
  const port = await serve((request, response) => {
    paths.push(request.url)
    response.writeHead(302, { location: '/secret' }).end()
  })
  const { status, headers } = await outbound.send(`http://127.0.0.1:${port}/start`)
  assert.deepEqual([status, headers.location, paths], [302, '/secret', ['/start']])
})

test('an endless answer is cut off, and its connection ended', { timeout: 60_000 }, async () => {
  const closed = Promise.withResolvers<void>()
  const port = await serve((_request, response) => {
    response.on('close', closed.resolve)
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    }
    response.on('drain', write)
    write()
  })
  const { body, isCut } = await outbound.send(`http://127.0.0.1:${port}/`)
  assert.deepEqual([body.length, isCut], [64 * 1024, true])
  const short = await outbound.send(`http://127.0.0.1:${port}/`, { maxBytes: 5 })
  assert.equal(short.body.toString(), 'xxxxx')
  await closed.promise
})

test('the exchange ends in time: without an answer, and with one that trickles', {
  timeout: 60_000,
}, async () => {
  const closed: Promise<void>[] = []
  const port = await serve((request, response) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    closed.push(promise)
    response.on('close', resolve)
    if (request.url !== '/trickle') return
    const timer = setInterval(() => response.write('.'), 5)
    response.on('close', () => clearInterval(timer))
  })
  for (const path of ['/silent', '/trickle'])
    await assert.rejects(outbound.send(`http://127.0.0.1:${port}${path}`, { wholeMs: 300 }), /took longer/)
  await Promise.all(closed)
  assert.equal(closed.length, 2)
})

test('a connection that is not established in time is given up', { timeout: 60_000 }, async () => {
  const port = await listen(createTcpServer(socket => socket.on('error', () => {})))
  const sent = outbound.send(`https://127.0.0.1:${port}/`, { connectMs: 200, wholeMs: 15_000 })
  await assert.rejects(sent, { code: 'UND_ERR_CONNECT_TIMEOUT' })
})

const DAY_MS = 86_400_000
const certificate = selfSign('hook.test', new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS))
const toLoopback = openOutbound(settings, async () => [{ address: '127.0.0.1', family: 4 }])

function serveTls() {
  return listen(createTlsServer(certificate, (_request, response) => response.end('sealed')))
}

test('TLS is verified for the host name, with a certificate authority of the caller', async () => {
  const port = await serveTls()
  await assert.rejects(toLoopback.send(`https://hook.test:${port}/`), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  const options = { certificateAuthority: certificate.cert }
  const { body } = await toLoopback.send(`https://hook.test:${port}/`, options)
  assert.equal(body.toString(), 'sealed')
  await assert.rejects(toLoopback.send(`https://other.test:${port}/`, options), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
})

test('TLS follows NODE_EXTRA_CA_CERTS', async () => {
  const port = await serveTls()
  const file = join(runFolder(), 'extra-authority.pem')
  writeFileSync(file, certificate.cert)
  const program = `import { openOutbound } from '${new URL('../src/outbound.ts', import.meta.url)}'
    const outbound = openOutbound(${JSON.stringify(settings)}, async () => [{ address: '127.0.0.1', family: 4 }])
    console.log((await outbound.send('https://hook.test:${port}/')).body.toString())`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: file },
  })
  assert.equal(stdout.trim(), 'sealed')
})

test('a download is larger than what `send` reads, but no larger than its limit', async () => {
  const port = await serve((_request, response) => response.end('x'.repeat(100_000)))
  const address = `http://127.0.0.1:${port}/`
  const sent = await outbound.send(address)
  assert.deepEqual([sent.body.length, sent.isCut], [65_536, true])
  const whole = await outbound.download(address, { wholeMs: 60_000, maxBytes: 200_000 })
  assert.deepEqual([whole.body.length, whole.isCut], [100_000, false])
  const cut = await outbound.download(address, { wholeMs: 60_000, maxBytes: 99_999 })
  assert.deepEqual([cut.body.length, cut.isCut], [99_999, true])
})
