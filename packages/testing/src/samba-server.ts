import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'
import { selfSign } from './self-signed.ts'
import { waitUntil } from './wait-until.ts'

const needed = ['/usr/sbin/samba', '/usr/bin/samba-tool', '/usr/share/samba/setup/provision.ldif']
const DAY_MS = 86_400_000

export const realm = 'EXAMPLE.ORG'
export const suffix = 'DC=example,DC=org'
export const administrator = {
  dn: `administrator@${realm.toLowerCase()}`,
  password: 'Of-the-administrator-1',
}

/** Why no domain can be started here; undefined if one can. */
export function lacksSamba() {
  if (!needed.every(existsSync))
    return 'Samba is not installed (samba, samba-ad-dc and samba-ad-provision of Debian)'
  return process.getuid?.() === 0 ? undefined : 'Samba needs root for the ports of a domain controller'
}

/**
 * A domain of Active Directory, served by Samba at a loopback address of its own until the end of the test file. The ports of a
 * domain controller are fixed, so only its address keeps it apart from others.
 */
export async function startSambaDomain() {
  const folder = mkdtempSync(join(tmpdir(), 'samba-')) // its files have no room in memory
  const host = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
  const configuration = join(folder, 'etc', 'smb.conf')
  const certificate = selfSign(host, new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS))
  const options = [
    'server services=ldap',
    `interfaces=${host}/8`,
    'bind interfaces only=yes',
    'logging=stdout',
    `pid directory=${folder}`,
    `ncalrpc dir=${join(folder, 'ncalrpc')}`,
    `tls certfile=${join(folder, 'certificate.pem')}`,
    `tls keyfile=${join(folder, 'key.pem')}`,
    'tls cafile=',
  ].map(option => `--option=${option}`)
  writeFileSync(join(folder, 'certificate.pem'), certificate.cert)
  writeFileSync(join(folder, 'key.pem'), certificate.key, { mode: 0o600 })

  const domain = ['--realm', realm, '--domain', 'EXAMPLE', '--server-role=dc', '--dns-backend=NONE']
  const password = `--adminpass=${administrator.password}`
  await tool('domain', 'provision', ...domain, password, `--targetdir=${folder}`, ...options)
  const words = ['--interactive', '--model=single', `--configfile=${configuration}`, ...options]
  const server = spawn('/usr/sbin/samba', words, { stdio: ['pipe', 'ignore', 'ignore'] })
  const kill = () => void server.kill('SIGKILL')
  process.once('exit', kill)
  after(async () => {
    process.off('exit', kill)
    const ended = once(server, 'exit')
    if (server.kill('SIGTERM')) await ended
    rmSync(folder, { recursive: true, force: true })
  })
  await waitUntil(() => {
    if (server.exitCode !== null) throw new Error('Samba did not start')
    return answers(host)
  })

  return {
    url: `ldap://${host}`,
    tlsUrl: `ldaps://${host}`,
    certificateAuthority: certificate.cert,
    /** Runs `samba-tool`, as an administrator of the domain does: `user disable ada`. */
    manage: (...words: string[]) => tool(...words, `--configfile=${configuration}`),
  }
}

async function tool(...words: string[]) {
  await promisify(execFile)('/usr/bin/samba-tool', words)
}

function answers(host: string) {
  return new Promise<boolean>(resolve => {
    const socket = connect({ host, port: 636 }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
