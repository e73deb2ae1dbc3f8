import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { ownCode } from './bundle.ts'

/** In the root of an archive: the commit that it was built from. */
export const COMMIT_FILE = 'COMMIT'
const COMMIT_LENGTH = 8

/** The version of this program. */
export const version = versionOf(packageJson.version, ownCode)

/** Between releases the version names the commit, so that two different programs never have the same one. */
export function versionOf(declared: string, root: string) {
  if (!declared.endsWith('-dev')) return declared
  const commit = findCommit(root)?.slice(0, COMMIT_LENGTH)
  return commit ? `${declared}.${commit}` : declared
}

/** Reads the files of git: its program may be missing, and refuses a checkout of another user. */
function findCommit(root: string) {
  const recorded = read(join(root, COMMIT_FILE))
  if (recorded) return recorded
  const dotGit = join(root, '.git')
  if (!existsSync(dotGit)) return undefined
  const link = read(dotGit)?.match(/^gitdir: (.+)$/)?.[1] // of a linked work tree
  const folder = link ? resolve(root, link) : dotGit
  const head = read(join(folder, 'HEAD'))
  const branch = head?.match(/^ref: (.+)$/)?.[1]
  return branch ? findBranch(resolve(folder, read(join(folder, 'commondir')) ?? '.'), branch) : head
}

function findBranch(folder: string, branch: string) {
  const packed = () =>
    read(join(folder, 'packed-refs'))
      ?.split('\n')
      .find(line => line.endsWith(` ${branch}`))
  return read(join(folder, branch)) ?? packed()?.split(' ', 1)[0]
}

function read(file: string) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined // a folder, or not there
  }
}

/** Below 0 if the first one is older. Development versions of the same release count as equal. */
export function compareVersions(one: string, other: string) {
  const parts = [one, other].map(text => /^(\d+)\.(\d+)\.(\d+)(-)?/.exec(text)?.slice(1) ?? [])
  const [left = [], right = []] = parts.map(([major, minor, patch, dash]) => [
    Number(major),
    Number(minor),
    Number(patch),
    dash ? 0 : 1,
  ])
  const index = left.findIndex((part, place) => part !== right[place])
  return index < 0 ? 0 : Number(left[index]) - Number(right[index])
}
