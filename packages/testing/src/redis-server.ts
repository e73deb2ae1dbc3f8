import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { freePort } from './free-port.ts'

/** A real Redis for one test file, or undefined if it is not installed and cannot be. */
export async function startRedis() {
  if (!findRedis()) installFromDebian()
  const redis = await startRedisServer()
  if (redis) after(redis.kill)
  else console.log('SKIPPED: what needs Redis is not tested, because redis-server is not installed.')
  return redis
}

/** Without persistence. */
export async function startRedisServer() {
  const program = findRedis()
  if (!program) return undefined
  const port = await freePort()
  let server: ChildProcess | undefined

  async function start() {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const fresh = spawn(program as string, options, { stdio: ['ignore', 'pipe', 'inherit'] })
    server = fresh
    await new Promise<void>((resolve, reject) => {
      fresh.stdout.on('data', text => String(text).includes('Ready to accept') && resolve())
      fresh.once('exit', () => reject(new Error('Redis did not start')))
    })
  }

  async function kill() {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }

  await start()
  return { url: `redis://127.0.0.1:${port}`, port, start, kill }
}

export function findRedis() {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/local/bin']
  return folders.map(folder => `${folder}/redis-server`).find(path => existsSync(path))
}

function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Installing Redis from the Debian packages…')
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], {
    stdio: 'inherit',
  })
}
