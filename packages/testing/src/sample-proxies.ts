import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { waitUntil } from './wait-until.ts'

/** The ports of two instances of each service. */
export interface Upstreams {
  identity: [number, number]
  tasks: [number, number]
}

/** The ports of the proxy. */
export interface ProxyPorts {
  identity: number
  tasks: number
}

export interface SampleProxy {
  stop: () => Promise<void>
}

export type ProxyName = 'nginx' | 'caddy'

export function findProxy(name: ProxyName) {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/bin']
  return folders.map(folder => `${folder}/${name}`).find(path => existsSync(path))
}

/** Starts a proxy with the sample in deploy/, but without TLS and on these ports. Its files are in `folder`. */
export async function startSampleProxy(
  name: ProxyName,
  folder: string,
  ports: ProxyPorts,
  upstreams: Upstreams,
): Promise<SampleProxy> {
  const program = findProxy(name)
  assert.ok(program, `${name} is not installed`)
  const file = join(folder, name)
  const configure = name === 'nginx' ? nginxConfiguration : caddyConfiguration
  writeFileSync(file, await configure(folder, ports, upstreams))
  const words =
    name === 'nginx'
      ? ['-p', folder, '-c', file, '-e', 'stderr']
      : ['run', '--adapter', 'caddyfile', '--config', file]
  const server = spawn(program, words, {
    env: { ...process.env, HOME: folder },
    stdio: ['ignore', 'inherit', name === 'caddy' ? 'ignore' : 'inherit'],
  })
  const kill = () => server.kill()
  process.once('exit', kill)
  await waitUntil(() => answers(ports.identity))
  return {
    stop: async () => {
      process.off('exit', kill)
      await stopServer(server)
    },
  }
}

async function nginxConfiguration(folder: string, ports: ProxyPorts, { identity, tasks }: Upstreams) {
  const sample = readSample('nginx.conf')
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${identity[0]}`)
    .replaceAll('# server 127.0.0.1:4001', `server 127.0.0.1:${identity[1]}`)
    .replaceAll('127.0.0.1:4100', `127.0.0.1:${tasks[0]}`)
    .replaceAll('# server 127.0.0.1:4101', `server 127.0.0.1:${tasks[1]}`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${ports.identity};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${ports.tasks};`)
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replaceAll(/ssl_certificate.*;/g, '')
  for (const port of [...identity, ...tasks])
    assert.match(sample, new RegExp(`^ *server 127.0.0.1:${port} `, 'm'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  return `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/log; events {}
    http { access_log off; ${temporary} ${sample} }`
}

function caddyConfiguration(_: string, ports: ProxyPorts, { identity, tasks }: Upstreams) {
  const sample = readSample('Caddyfile')
    .replace('id.example.org {', `http://127.0.0.1:${ports.identity}, http://localhost:${ports.identity} {`)
    .replace('tasks.example.org {', `http://127.0.0.1:${ports.tasks}, http://localhost:${ports.tasks} {`)
    .replaceAll(/^\treverse_proxy 127.0.0.1:4000/gm, `\treverse_proxy ${addresses(identity)}`)
    .replaceAll(/^\treverse_proxy 127.0.0.1:4100/gm, `\treverse_proxy ${addresses(tasks)}`)
  for (const ports of [identity, tasks])
    assert.match(sample, new RegExp(`^\\treverse_proxy ${addresses(ports)} `, 'm'))
  return `{\n\tadmin off\n}\n${sample}`
}

function addresses(ports: number[]) {
  return ports.map(port => `127.0.0.1:${port}`).join(' ')
}

function readSample(name: string) {
  return readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8')
}

/** Whatever the proxy says: it listens. */
function answers(port: number) {
  return new Promise<boolean>(resolve => {
    get({ port, host: '127.0.0.1', path: '/healthz', agent: false }, response => {
      response.resume()
      resolve(true)
    }).once('error', () => resolve(false))
  })
}

async function stopServer(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}
