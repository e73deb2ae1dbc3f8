import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { after } from 'node:test'
import { freePort } from './free-port.ts'
import { createFolder } from './run-folder.ts'
import { waitUntil } from './wait-until.ts'

export function findPgBouncer() {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/bin']
  return folders.map(folder => `${folder}/pgbouncer`).find(path => existsSync(path))
}

/** With the sample in deploy/, in front of the server of these addresses. */
export async function startPgBouncer(program: string, databaseUrls: string[], poolSize: number) {
  const folder = createFolder('pgbouncer')
  const port = await freePort()
  const sample = readFileSync(new URL('../../../deploy/pgbouncer.ini', import.meta.url), 'utf8')
  const [, connectQuery = ''] = sample.match(/^atrium_tasks = .* (connect_query=.*)$/m) ?? []
  const databases = databaseUrls.map(url => {
    const { pathname, searchParams } = new URL(url)
    return `${pathname.slice(1)} = host=${searchParams.get('host')} ${connectQuery}`
  })
  const users = `${folder}/users`
  writeFileSync(users, '"atrium" ""\n')
  const settings = sample
    .replace(/\[databases\][^[]*/, `[databases]\n${databases.join('\n')}\n`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_type = .*$/m, 'auth_type = trust')
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`)
    .replace(/^(logfile|pidfile) = .*$/gm, '')
    .replace(/^default_pool_size = .*$/m, `default_pool_size = ${poolSize}`)
  const file = `${folder}/pgbouncer.ini`
  writeFileSync(file, settings)
  const server = spawn(...unprivileged(program, file), { stdio: 'ignore' })
  after(() => stop(server))
  await waitUntil(() => isListening(port))
  return { urlOf: (url: string) => `postgres://atrium@127.0.0.1:${port}${new URL(url).pathname}` }
}

/** It refuses to run as root; in a user namespace it can still use the socket of the test server. */
function unprivileged(program: string, file: string): [string, string[]] {
  if (process.getuid?.() !== 0) return [program, [file]]
  return ['unshare', ['--user', '--map-user=65534', '--map-group=65534', '--', program, file]]
}

function isListening(port: number) {
  return new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

async function stop(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}
