import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { waitUntil } from '@atrium/testing/wait-until'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const script = fileURLToPath(new URL('boot-systemd.sh', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'atrium-systemd-'))
const machine = join(folder, 'debian')
const skip = reasonNotToBoot()
let init = 0

function reasonNotToBoot() {
  if (process.getuid?.() !== 0) return 'booting systemd needs root'
  if (spawnSync('debootstrap', ['--version']).error) return "needs Debian's package debootstrap"
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-t', 'cgroup2', 'none', '/mnt'])
  return status === 0 ? false : 'this machine allows no cgroup hierarchy of its own'
}

after(() => {
  if (init) process.kill(init, 'SIGKILL')
  execFileSync('rm', ['-rf', '--one-file-system', folder])
})

/** Runs a command in the machine. */
function inside(...words: string[]) {
  const { stdout, stderr, status } = spawnSync(
    'nsenter',
    ['-t', String(init), '-m', '-p', '-u', '-i', '-n', '-C', '--root', '--wdns=/', ...words],
    { encoding: 'utf8' },
  )
  return { status, output: `${stdout}${stderr}`.trim() }
}

const property = (name: string) => inside('systemctl', 'show', '--value', '-p', name, 'atrium').output
const isReady = () => {
  const ask = `Promise.all([4000, 4100].map(async port => (await fetch('http://127.0.0.1:' + port + '/readyz')).ok))
    .then(answers => process.exit(answers.every(Boolean) ? 0 : 1), () => process.exit(1))`
  return inside('/opt/atrium/bin/node', '-e', ask).status === 0
}

/** Debian with the archive installed by the words of docs/operations.md. RELEASE names a folder with an archive. */
before(
  async () => {
    if (skip) return
    const packages = '--include=systemd,systemd-sysv,dbus'
    execFileSync('debootstrap', ['--variant=minbase', packages, 'bookworm', machine], { stdio: 'ignore' })
    const out = process.env.RELEASE ?? join(folder, 'release')
    if (!process.env.RELEASE)
      execFileSync(
        process.execPath,
        ['deploy/release/run.ts', '--arch', process.arch === 'arm64' ? 'arm64' : 'x64', '--out', out],
        { cwd: root, stdio: 'ignore' },
      )
    const [archive = ''] = globSync(`*-linux-${process.arch}.tar.gz`, { cwd: out })
    execFileSync('tar', ['-xzf', join(out, archive), '-C', join(machine, 'opt')])
    cpSync(join(root, 'deploy/atrium.service'), join(machine, 'etc/systemd/system/atrium.service'))
    const install = [
      machine,
      'sh',
      '-ec',
      `ln -sfn ${basename(archive, '.tar.gz')} /opt/atrium
       useradd --system --home-dir /var/lib/atrium atrium
       install -d -o atrium -g atrium -m 700 /var/lib/atrium /var/lib/atrium/data
       install -o root -g atrium -m 640 /dev/null /var/lib/atrium/.env
       systemctl set-default multi-user.target
       systemctl mask systemd-udevd systemd-logind getty.target console-getty`,
    ]
    execFileSync('chroot', install, { stdio: 'ignore' })
    const booting = spawn('sh', [script, machine], { stdio: 'ignore' })
    await waitUntil(() => {
      init = findInit(Number(booting.pid))
      return init > 0 && /running|degraded/.test(inside('systemctl', 'is-system-running').output)
    })
  },
  { timeout: 900_000 },
)

/** The first process of the machine: the only descendant whose program is systemd. */
function findInit(parent: number): number {
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1] === String(parent))
  for (const pid of children.map(Number)) {
    if (read(`/proc/${pid}/cmdline`).startsWith('/lib/systemd/systemd')) return pid
    const found = findInit(pid)
    if (found) return found
  }
  return 0
}

function read(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process has ended
  }
}

test('systemd starts Atrium, and the journal has the address and the password of the owner', {
  skip,
}, async () => {
  assert.deepEqual(inside('systemctl', 'enable', '--now', 'atrium').status, 0)
  await waitUntil(isReady)
  const journal = () => inside('journalctl', '--no-pager', '-u', 'atrium').output
  await waitUntil(() => journal().includes('Atrium is ready'))
  assert.match(journal(), /Sign in as owner@atrium\.local with the password/)
  assert.equal(inside('ls', '/var/lib/atrium/data/logs').output, 'identity.log\ntasks.log')
})

test('systemd starts Atrium again after a kill -9', { skip }, async () => {
  const before = property('MainPID')
  assert.equal(inside('systemctl', 'kill', '--signal=KILL', '--kill-whom=main', 'atrium').status, 0)
  await waitUntil(() => property('NRestarts') === '1' && isReady())
  assert.notEqual(property('MainPID'), before)
})

test('systemd stops Atrium in order, and nothing of it is left', { skip }, () => {
  assert.equal(inside('systemctl', 'stop', 'atrium').status, 0)
  assert.deepEqual(['ActiveState', 'Result', 'ExecMainStatus'].map(property), ['inactive', 'success', '0'])
  assert.equal(inside('sh', '-c', 'cat /proc/[0-9]*/status | grep -c "^Uid:.*$(id -u atrium)"').output, '0')
})
