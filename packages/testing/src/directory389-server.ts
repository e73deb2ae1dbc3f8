import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { freePort } from './free-port.ts'
import { runFolder } from './run-folder.ts'
import { waitUntil } from './wait-until.ts'

const PROGRAM = '/usr/sbin/ns-slapd'
const TEMPLATE = '/usr/share/dirsrv/data/template-dse.ldif'
const INSTALLED = '/etc/dirsrv'
/** Stays in the foreground and logs next to nothing. */
const QUIET = '16384'

export const suffix = 'dc=example,dc=org'
export const administrator = { dn: 'cn=Directory Manager', password: 'of the administrator' }

/** Why no 389 Directory Server can be started here; undefined if one can. */
export function lacksDirectory389() {
  return [PROGRAM, TEMPLATE, '/usr/bin/certutil'].every(existsSync)
    ? undefined
    : '389 Directory Server is not installed (389-ds-base of Debian)'
}

/** A 389 Directory Server with an empty suffix, StartTLS and memberOf until the end of the test file, apart from installed ones. */
export async function startDirectory389() {
  const folder = mkdtempSync(join(runFolder(), 'directory389-'))
  const [port, tlsPort] = [await freePort(), await freePort()]
  for (const name of ['config', 'cert', 'db', 'files']) mkdirSync(join(folder, name))
  cpSync(join(INSTALLED, 'schema'), join(folder, 'config/schema'), { recursive: true })
  for (const name of ['certmap.conf', 'slapd-collations.conf'])
    copyFileSync(join(INSTALLED, 'config', name), join(folder, 'config', name))
  writeFileSync(join(folder, 'config/dse.ldif'), configurationIn(folder, { port, tlsPort }))

  const words = ['-D', join(folder, 'config'), '-d', QUIET]
  const certificateAuthority = createCertificate(join(folder, 'cert'))
  const server = spawn(PROGRAM, words, { stdio: 'ignore' })
  const kill = () => void server.kill('SIGKILL')
  process.once('exit', kill)
  after(async () => {
    process.off('exit', kill)
    const ended = once(server, 'exit')
    if (server.kill('SIGTERM')) await ended
    rmSync(folder, { recursive: true, force: true })
  })
  await waitUntil(() => {
    if (server.exitCode !== null) throw new Error('389 Directory Server did not start')
    return answers(tlsPort)
  })
  return {
    address: `ldap://127.0.0.1:${port}`,
    url: `ldap://localhost:${port}`,
    tlsUrl: `ldaps://localhost:${tlsPort}`,
    certificateAuthority,
  }
}

/** The configuration that its own installer starts from, with what that would switch on afterwards. */
function configurationIn(folder: string, { port, tlsPort }: { port: number; tlsPort: number }) {
  const known: Record<string, string> = {
    config_dir: join(folder, 'config'),
    schema_dir: join(folder, 'config/schema'),
    cert_dir: join(folder, 'cert'),
    db_dir: join(folder, 'db'),
    db_home_dir: join(folder, 'db'),
    db_lib: 'bdb',
    ds_user: userInfo().username,
    ds_port: String(port),
    ds_suffix: suffix,
    ds_passwd: `{CLEAR}${administrator.password}`,
    rootdn: administrator.dn,
    fqdn: 'localhost',
    ldapi: join(folder, 'files/socket'),
    ldapi_enabled: 'off',
    ldapi_autobind: 'off',
  }
  return readFileSync(TEMPLATE, 'utf8')
    .replaceAll(/%(\w+)%/g, (_, name) => known[name] ?? join(folder, 'files'))
    .replace(/^nsslapd-port:/m, `nsslapd-security: on\nnsslapd-secureport: ${tlsPort}\nnsslapd-port:`)
    .replace(/(cn: MemberOf Plugin[\s\S]*?nsslapd-pluginenabled:) off/, '$1 on')
    .replace('nsSSLToken: internal (software)', `$&\n\n${backend(folder)}`)
}

function backend(folder: string) {
  const part = ['objectClass: top', 'objectClass: extensibleObject']
  return [
    [
      'dn: cn=userRoot,cn=ldbm database,cn=plugins,cn=config',
      ...part,
      'objectClass: nsBackendInstance',
      'cn: userRoot',
      `nsslapd-suffix: ${suffix}`,
      `nsslapd-directory: ${join(folder, 'db/userRoot')}`,
    ],
    [
      `dn: cn="${suffix}",cn=mapping tree,cn=config`,
      ...part,
      'objectClass: nsMappingTree',
      `cn: ${suffix}`,
      'nsslapd-state: backend',
      'nsslapd-backend: userRoot',
    ],
  ]
    .map(lines => lines.join('\n'))
    .join('\n\n')
}

/** Returns the certificate for localhost that the server signs itself. */
function createCertificate(folder: string) {
  const noise = join(folder, 'noise')
  writeFileSync(noise, String(Math.random()).repeat(20))
  const run = (...words: string[]) =>
    execFileSync('/usr/bin/certutil', ['-d', folder, ...words], { encoding: 'utf8', stdio: 'pipe' })
  run('-N', '--empty-password')
  run(
    '-S',
    '-x',
    '-n',
    'Server-Cert',
    '-s',
    'CN=localhost',
    '-8',
    'localhost',
    '-t',
    'CTu,u,u',
    '-v',
    '1',
    '-z',
    noise,
  )
  return run('-L', '-n', 'Server-Cert', '-a')
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
