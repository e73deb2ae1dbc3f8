import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePort } from '@atrium/testing/free-port'
import { createFolder } from '@atrium/testing/run-folder'
import { waitUntil } from '@atrium/testing/wait-until'
import { CLIENTS, echo, startLoad } from './load.ts'
import { startReadyService } from './run-sample-service.ts'

/** At least one of each instance. */
const RESTARTS = Number(process.env.RESTARTS ?? 2)

const nginx = [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
  .map(folder => `${folder}/nginx`)
  .find(path => existsSync(path))
const skip = nginx ? false : 'nginx is not installed'

test('a rolling restart behind nginx with the sample configuration fails no request', { skip }, async () => {
  const ports = [await freePort(), await freePort()]
  const instances = await Promise.all(ports.map(port => startInstance(port)))
  const proxyPort = await startNginx(nginx as string, ports)
  const load = startLoad(proxyPort)
  await waitUntil(() => load.answered > 50 * CLIENTS)
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const at = restart % instances.length
    const instance = instances[at] as Awaited<ReturnType<typeof startInstance>>
    instance.child.kill('SIGTERM')
    assert.equal(await instance.ended, 0)
    instances[at] = await startInstance(ports[at] as number)
    const answered = load.answered
    await waitUntil(() => load.answered > answered + 50 * CLIENTS)
  }
  await load.stop()
  assert.deepEqual(load.failures, [])
})

function startInstance(port: number) {
  return startReadyService({ PORT: String(port), DRAIN_SECONDS: '0.2', LOG_LEVEL: 'silent' })
}

/** As in deploy/, but without TLS and on free ports. */
async function startNginx(program: string, [first, second]: number[]) {
  const folder = createFolder('nginx')
  const [port, unused] = [await freePort(), await freePort()]
  const sample = readFileSync(new URL('../../../deploy/nginx.conf', import.meta.url), 'utf8')
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${first}`)
    .replaceAll('# server 127.0.0.1:4001', `server 127.0.0.1:${second}`)
    .replaceAll('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll('listen 80;', `listen 127.0.0.1:${unused};`)
    .replaceAll(/ssl_certificate.*;/g, '')
  assert.match(sample, new RegExp(`^ *server 127.0.0.1:${second} `, 'm'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const configuration = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/log; events {}
    http { access_log off; ${temporary} ${sample} }`
  writeFileSync(join(folder, 'nginx.conf'), configuration)
  const options = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
  const server = spawn(program, options, { stdio: ['ignore', 'inherit', 'inherit'] })
  after(() => stopServer(server))
  await waitUntil(() =>
    echo(new Agent(), port, {}).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  return port
}

async function stopServer(server: ChildProcess) {
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}
