import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { release } from '../../../deploy/release/release-version.ts'

const own = fileURLToPath(new URL('../../../', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'atrium-release-version-'))
after(() => rmSync(root, { recursive: true }))

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
const show = (commit: string, file: string) => git('show', `${commit}:${file}`)
const versionsAt = (commit: string) => {
  const lock = JSON.parse(show(commit, 'package-lock.json'))
  const files = globSync(['package.json', '{apps,packages}/*/package.json'], { cwd: root })
  const declared = files.map(file => JSON.parse(show(commit, file)).version)
  return [
    ...new Set([...declared, lock.version, lock.packages[''].version, lock.packages['apps/tasks'].version]),
  ]
}

/** What a release changes, as it is now, in a repository of its own. */
before(() => {
  const files = globSync(
    [
      'package.json',
      'package-lock.json',
      '{apps,packages}/*/package.json',
      'CHANGELOG.md',
      'docs/operations.md',
      'deploy/**',
    ],
    { cwd: own },
  )
  for (const file of files) cpSync(join(own, file), join(root, file), { recursive: true })
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Test')
  git('config', 'user.email', 'test@example.org')
  git('add', '--all')
  git('commit', '--quiet', '--message=Before')
})

const today = new Date('2027-01-31T12:00:00Z')
const built: string[] = []
const build = async () => void built.push(git('rev-parse', 'HEAD'))

for (const [version, reason] of [
  ['next', /next is not a version such as 0\.3\.0/],
  ['9.3', /not a version/],
] as const) {
  test(`${version} is refused as a version`, async () => {
    await assert.rejects(release({ root, version, today, isSigned: false, build }), reason)
  })
}

test('a release that cannot be built leaves everything as it was', async () => {
  const commit = git('rev-parse', 'HEAD')
  const failing = async () => Promise.reject(new Error('no space left'))
  await assert.rejects(
    release({ root, version: '9.3.0', today, isSigned: false, build: failing }),
    /no space left/,
  )
  assert.deepEqual(
    [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag', '--list')],
    [commit, '', ''],
  )
})

test('a release has a tag, one version everywhere and its changelog, and the next version follows', async () => {
  await release({ root, version: '9.3.0', today, isSigned: false, build })
  assert.deepEqual(built, [git('rev-parse', 'v9.3.0^{commit}')])
  assert.equal(git('log', '--format=%s', '-3'), 'Start 9.4.0\nRelease 9.3.0\nBefore')
  assert.deepEqual(versionsAt('v9.3.0'), ['9.3.0'])
  assert.match(show('v9.3.0', 'CHANGELOG.md'), /^# Changelog\n\n## 9\.3\.0 – 2027-01-31\n\n/)
  assert.match(
    show('v9.3.0', 'deploy/helm/atrium/Chart.yaml'),
    /^version: 9\.3\.0$[\s\S]*^appVersion: 9\.3\.0$/m,
  )
  assert.match(show('v9.3.0', 'deploy/compose.yaml'), /\batrium:9\.3\.0\b/)
  const documentation = show('v9.3.0', 'docs/operations.md')
  assert.match(documentation, /^tar -xzf atrium-9\.3\.0-linux-x64\.tar\.gz -C \/opt$/m)
  assert.match(documentation, /^\/opt\/atrium-9\.4\.0-linux-x64\/bin\/atrium upgrade --check$/m)

  assert.deepEqual(versionsAt('HEAD'), ['9.4.0-dev'])
  assert.match(
    readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
    /^# Changelog\n\n## Unreleased\n\n## 9\.3\.0 /,
  )
})

test('a version is released once, and only with something to say about it', async () => {
  const again = { root, today, isSigned: false, build }
  await assert.rejects(release({ ...again, version: '9.3.0' }), /v9\.3\.0 exists already/)
  await assert.rejects(release({ ...again, version: '9.4.0' }), /nothing under "Unreleased"/)
  assert.equal(git('status', '--porcelain'), '')
})
