import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import packageJson from '../package.json' with { type: 'json' }
import { compareVersions, version, versionOf } from '../src/version.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-version-'))
after(() => rmSync(folder, { recursive: true }))

function git(...words: string[]) {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org']
  return execFileSync('git', [...identity, ...words], { cwd: folder, encoding: 'utf8' }).trim()
}

test('a release has its own version, and without git a development version has no commit', () => {
  assert.equal(versionOf('0.3.0', folder), '0.3.0')
  assert.equal(versionOf('0.3.0-dev', folder), '0.3.0-dev')
})

test('a development version names the commit of its checkout', () => {
  git('init', '--quiet', '--initial-branch=main')
  git('commit', '--quiet', '--allow-empty', '--message=First')
  const expected = () => `0.3.0-dev.${git('rev-parse', 'HEAD').slice(0, 8)}`
  assert.equal(versionOf('0.3.0', folder), '0.3.0')
  assert.equal(versionOf('0.3.0-dev', folder), expected())
  const first = expected()
  git('commit', '--quiet', '--allow-empty', '--message=Second')
  assert.notEqual(expected(), first)
  assert.equal(versionOf('0.3.0-dev', folder), expected())
  git('pack-refs', '--all')
  assert.equal(versionOf('0.3.0-dev', folder), expected())
  git('checkout', '--quiet', '--detach', 'HEAD~')
  assert.equal(versionOf('0.3.0-dev', folder), first)
  git('worktree', 'add', '--quiet', 'linked', 'main')
  assert.equal(
    versionOf('0.3.0-dev', join(folder, 'linked')),
    `0.3.0-dev.${git('rev-parse', 'main').slice(0, 8)}`,
  )
})

test('a development version names the commit that an archive was built from', () => {
  const archive = join(folder, 'archive')
  mkdirSync(archive)
  writeFileSync(join(archive, 'COMMIT'), `${'0123456789'.repeat(4)}\n`)
  assert.equal(versionOf('0.3.0-dev', archive), '0.3.0-dev.01234567')
})

test('the version of this program begins with that of its package', () => {
  assert.ok(version.startsWith(packageJson.version))
})

test('versions have an order', () => {
  const ordered = ['0.2.0', '0.2.1', '0.3.0-dev.abc', '0.3.0', '0.10.0', '1.0.0']
  assert.deepEqual([...ordered].reverse().sort(compareVersions), ordered)
  assert.equal(compareVersions('0.3.0-dev.abc', '0.3.0-dev'), 0)
})
