import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after } from 'node:test'
import { freePort } from './free-port.ts'
import { runFolder } from './run-folder.ts'
import { selfSign } from './self-signed.ts'
import { waitUntil } from './wait-until.ts'

const PROGRAM = '/usr/sbin/slapd'
const DAY_MS = 86_400_000

export const suffix = 'dc=example,dc=org'
export const administrator = { dn: `cn=admin,${suffix}`, password: 'of the administrator' }

/**
 * Whether OpenLDAP is there: the Debian packages slapd and ldap-utils. A test file without it says that it is skipped, but
 * never where tests decide about a release.
 */
export function hasOpenLdap() {
  if (existsSync(PROGRAM)) return true
  if (process.env.CI) throw new Error('Install slapd: its tests are not skipped here')
  console.log('SKIPPED: directories are not tested, because slapd is not installed.')
  return false
}

/** A real OpenLDAP on this machine until the end of the test file, with StartTLS and memberOf; more than five entries come in pages only. */
export async function startOpenLdap() {
  const folder = mkdtempSync(join(runFolder(), 'slapd-'))
  const [port, tlsPort] = [await freePort(), await freePort()]
  const certificate = selfSign('localhost', new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS))
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'certificate.pem'), certificate.cert)
  writeFileSync(join(folder, 'key.pem'), certificate.key)
  writeFileSync(join(folder, 'slapd.conf'), configurationIn(folder))
  // Distributions confine the installed program to its own folders.
  const program = join(folder, 'slapd')
  copyFileSync(PROGRAM, program)
  let server: ChildProcess | undefined

  async function start() {
    const addresses = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${tlsPort}`
    const words = ['-f', join(folder, 'slapd.conf'), '-h', addresses, '-d', '0']
    const fresh = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'] })
    server = fresh
    await waitUntil(() => {
      if (fresh.exitCode !== null) throw new Error('slapd did not start')
      return answers(port)
    })
  }

  async function stop() {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }

  await start()
  const kill = () => void server?.kill('SIGKILL')
  process.once('exit', kill)
  after(async () => {
    process.off('exit', kill)
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    url: `ldap://localhost:${port}`,
    tlsUrl: `ldaps://localhost:${tlsPort}`,
    certificateAuthority: certificate.cert,
    start,
    stop,
    /** While it is paused, connections are accepted by the system, but nothing is answered. */
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
  }
}

/** Passwords can be checked but never read, and the service account is limited as directories of companies limit it. */
function configurationIn(folder: string) {
  const schemas = ['core', 'cosine', 'inetorgperson', 'nis'].map(
    name => `include /etc/ldap/schema/${name}.schema`,
  )
  return `
${schemas.join('\n')}
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
pidfile ${folder}/slapd.pid
TLSCertificateFile ${folder}/certificate.pem
TLSCertificateKeyFile ${folder}/key.pem
database monitor
access to * by * read
database mdb
suffix "${suffix}"
rootdn "${administrator.dn}"
rootpw "${administrator.password}"
directory ${folder}/data
dbnosync
sizelimit size.soft=5 size.hard=5 size.pr=100 size.prtotal=unlimited
overlay memberof
memberof-group-oc groupOfNames
memberof-dangling ignore
memberof-refint TRUE
access to attrs=userPassword by anonymous auth by * none
access to * by * read
`
}

function answers(port: number) {
  return new Promise<boolean>(resolve => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
