import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { freePort } from './free-port.ts'

/** A real Redis without persistence, or undefined if it is not installed and cannot be. */
export async function startRedis() {
  const program = installed() ?? installFromDebian()
  if (!program) {
    console.log('SKIPPED: what needs Redis is not tested, because redis-server is not installed.')
    return undefined
  }
  const port = await freePort()
  let server: ChildProcess | undefined

  async function start() {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const fresh = spawn(program ?? '', options, { stdio: ['ignore', 'pipe', 'inherit'] })
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
  after(kill)
  return { url: `redis://127.0.0.1:${port}`, port, start, kill }
}

function installed() {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/local/bin']
  return folders.map(folder => `${folder}/redis-server`).find(path => existsSync(path))
}

function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Redis from the Debian packages…')
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], {
    stdio: 'inherit',
  })
  return installed()
}
