import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { currentRelease } from './cluster.ts'

/**
 * What the next upgrade starts from: PREVIOUS_RELEASE, the newest tag before this commit, or the newest commit that
 * `npm run release` made, because a copy of the repository may lack the tags.
 */
export function findPreviousRelease(): { commit: string } | { missing: string } {
  const named = process.env.PREVIOUS_RELEASE
  try {
    const [newest] = git(
      'tag',
      '--list',
      'v*',
      '--no-contains',
      'HEAD',
      '--merged',
      'HEAD',
      '--sort=-v:refname',
    )
    const [released] = git('log', '--format=%H', '--grep=^Release [0-9.]*$', '--max-count=1', 'HEAD~')
    const name = named || newest || released
    if (!name) return { missing: 'there is no earlier release, and PREVIOUS_RELEASE names none' }
    return { commit: String(git('rev-parse', '--verify', `${name}^{commit}`)[0]) }
  } catch {
    return { missing: named ? `there is no commit ${named}` : 'this is no git repository' }
  }
}

/** Installs a release as it was, and returns its folder. It stays for the next run. */
export function installRelease(commit: string) {
  const folder = join(tmpdir(), `atrium-release-${commit}`)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: currentRelease, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x'], { cwd: unfinished, input: archive })
    execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline', '--silent'], { cwd: unfinished })
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

function git(...words: string[]) {
  const output = execFileSync('git', words, {
    cwd: currentRelease,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return output.split('\n').filter(Boolean)
}
