import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What names the newest release, for people who follow the documentation and use the samples. */
const samples = [
  'docs/operations.md',
  'deploy/Containerfile',
  'deploy/compose.yaml',
  'deploy/compose.cluster.yaml',
  'deploy/helm/atrium/Chart.yaml',
]

interface Release {
  root: string
  version: string
  today: Date
  /** Whether git signs the tag. */
  isSigned: boolean
  /** Builds the archives of the commit. Without them there is no tag. */
  build: () => Promise<void>
}

/** Commits the version, builds it, tags it, and starts the next one. If anything fails, the branch is as it was. */
export async function release({ root, version, today, isSigned, build }: Release) {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  const before = git('rev-parse', 'HEAD')
  refuse(
    !/^\d+\.\d+\.\d+$/.test(version) && `${version} is not a version such as 0.3.0`,
    git('status', '--porcelain') && 'Commit or remove your changes first',
    git('tag', '--list', `v${version}`) && `v${version} exists already`,
  )
  try {
    declareVersion(root, version)
    nameInSamples(root, version)
    closeChangelog(root, version, today)
    git('commit', '--quiet', '--all', '--message', `Release ${version}`)
    await build()
    const commit = git('rev-parse', 'HEAD')
    declareVersion(root, `${nextOf(version)}-dev`)
    openChangelog(root)
    git('commit', '--quiet', '--all', '--message', `Start ${nextOf(version)}`)
    git('tag', isSigned ? '--sign' : '--annotate', `v${version}`, '--message', `Atrium ${version}`, commit)
  } catch (error) {
    git('reset', '--quiet', '--hard', before)
    throw error
  }
}

function refuse(...reasons: (string | false)[]) {
  const [reason] = reasons.filter(Boolean)
  if (reason) throw new Error(reason)
}

/** A patch release is followed by a patch, others by a minor release. */
function nextOf(version: string) {
  const [major, minor = 0, patch = 0] = version.split('.').map(Number)
  return patch > 0 ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`
}

function declareVersion(root: string, version: string) {
  const packages = globSync(['package.json', '{apps,packages}/*/package.json'], { cwd: root })
  for (const file of packages) editJson(root, file, json => ({ ...json, version }))
  editJson(root, 'package-lock.json', lock => {
    const own = ['', ...packages.map(file => file.replace(/\/?package\.json$/, ''))]
    for (const folder of own) if (lock.packages[folder]) lock.packages[folder].version = version
    return { ...lock, version }
  })
}

function editJson(root: string, file: string, edit: (json: Lock) => object) {
  const json = JSON.parse(readFileSync(join(root, file), 'utf8'))
  writeFileSync(join(root, file), `${JSON.stringify(edit(json), null, 2)}\n`)
}

interface Lock {
  packages: Record<string, { version?: string }>
}

/** Replaces the version that the samples of `root` name. An upgrade in the documentation leads to the next one. */
export function nameInSamples(root: string, version: string) {
  const chart = readFileSync(join(root, 'deploy/helm/atrium/Chart.yaml'), 'utf8')
  const named = /^appVersion: (.+)$/m.exec(chart)?.[1] ?? ''
  const [released = ''] = version.split('-')
  const renamed: Record<string, string> = { [named]: version, [nextOf(named)]: nextOf(released) }
  for (const file of samples) {
    const text = readFileSync(join(root, file), 'utf8')
    const replaced = text.replaceAll(
      /(?<=\batrium[-:]|VERSION=|version: )\d+\.\d+\.\d+(-dev[.\w]*)?/gi,
      found => renamed[found] ?? found,
    )
    writeFileSync(join(root, file), replaced)
  }
}

function closeChangelog(root: string, version: string, today: Date) {
  editChangelog(root, text => {
    const [, entries = ''] = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text) ?? []
    if (!entries.trim()) throw new Error('CHANGELOG.md has nothing under "Unreleased"')
    return text.replace('## Unreleased', `## ${version} – ${today.toISOString().slice(0, 10)}`)
  })
}

function openChangelog(root: string) {
  editChangelog(root, text => text.replace('## ', '## Unreleased\n\n## '))
}

function editChangelog(root: string, edit: (text: string) => string) {
  const file = join(root, 'CHANGELOG.md')
  writeFileSync(file, edit(readFileSync(file, 'utf8')))
}
