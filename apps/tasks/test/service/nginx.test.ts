import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePort } from '@atrium/testing/free-port'
import { waitUntil } from '@atrium/testing/wait-until'
import { startBothServices } from '../both-services.ts'
import { readStream } from '../event-stream.ts'
import { createTeam } from '../team.ts'

const FRAMES = 5

const nginx = [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
  .map(folder => `${folder}/nginx`)
  .find(path => existsSync(path))
if (nginx) await runTests(nginx)
else console.log('SKIPPED: streams behind nginx are not tested, because nginx is not installed.')

async function runTests(nginx: string) {
  const services = await startBothServices({ RATE_LIMIT: 'off' })
  const { member, boardId, toDo } = await createTeam(services)
  const address = await services.app.listen({ host: '127.0.0.1', port: 0 })
  const proxy = await startNginx(nginx, address)

  for (const encoding of ['gzip', 'identity']) {
    test(`nginx with default settings forwards every frame at once, ${encoding}`, async () => {
      const { token } = (await member.call('GET', '/events/token')).json()
      const stream = await readStream(`${proxy}/events?token=${token}&topics=board:${boardId}`, {
        'accept-encoding': encoding,
      })
      assert.equal(stream.response.headers['content-encoding'] ?? 'identity', encoding)
      for (let count = 1; count <= FRAMES; count += 1) {
        await member.call('POST', '/task', { title: `Card ${count}`, columnId: toDo })
        await stream.waitForMessages(count)
        assert.equal(stream.messages().length, count)
        assert.equal(stream.messages().at(-1)?.data.data.patch.title, `Card ${count}`)
      }
      assert.ok(!stream.response.closed)
    })
  }
}

/** With default buffering, and gzip for every response. */
async function startNginx(program: string, upstream: string) {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-nginx-'))
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const configuration = `daemon off; master_process off; pid ${folder}/pid; error_log stderr warn; events {}
    http { access_log off; ${temporary} gzip on; gzip_types *; gzip_proxied any; gzip_min_length 0;
      server { listen 127.0.0.1:${port}; location / { proxy_pass ${upstream}; } } }`
  writeFileSync(join(folder, 'nginx.conf'), configuration)
  const options = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
  const server = spawn(program, options, { stdio: ['ignore', 'inherit', 'inherit'] })
  after(async () => {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  await waitUntil(() => isAnswering(port))
  return `http://127.0.0.1:${port}`
}

function isAnswering(port: number) {
  return new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
