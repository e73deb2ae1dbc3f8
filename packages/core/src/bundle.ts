import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { showSourcesInStacks } from './source-stacks.ts'

export const ownCode = fileURLToPath(new URL('../../../', import.meta.url))

/** The programs of one bundle; each starts with `start.ts`. */
export const programs = ['identity', 'tasks', 'console'] as const
type Program = (typeof programs)[number]

/**
 * Runs a program from its bundle: a few files load in half the time of two thousand, and take less memory. A bundle
 * belongs to the exact sources that it was built from; any others run as they are.
 */
export async function runProgram(program: Program, runSources: () => Promise<unknown>, root = ownCode) {
  const folder = bundleFolder(root)
  const file = folder && join(folder, `${program}.mjs`)
  if (!file || !existsSync(file)) return runSources()
  showSourcesInStacks(folder)
  await import(pathToFileURL(file).href)
}

/** The bundle of the current sources and dependencies; it may not have been built. Undefined if npm did not install them. */
export function bundleFolder(root = ownCode) {
  const installed = join('node_modules', '.package-lock.json')
  if (!existsSync(join(root, installed))) return undefined
  return join(root, 'dist', digestFiles(root, [installed, ...listSources(root)]).slice(0, 16))
}

/** Tells whether something that was built from these files is still up to date: their names and contents. */
export function digestFiles(root: string, files: string[]) {
  const digest = createHash('sha256')
  for (const file of files)
    digest
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  return digest.digest('hex')
}

/** Everything that the programs are built from, and what builds them. */
function listSources(root: string) {
  const folders = ['apps', 'packages'].flatMap(parent =>
    readdirSync(join(root, parent)).map(name => join(parent, name)),
  )
  return folders.filter(folder => !notBundled.has(folder)).flatMap(folder => listFiles(root, folder))
}

const notBundled = new Set(['apps/web', 'apps/admin', 'packages/ui', 'packages/testing'])

function listFiles(root: string, folder: string) {
  const entries = readdirSync(join(root, folder, 'src'), { recursive: true, withFileTypes: true })
  const sources = entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath.slice(root.length), entry.name))
  return [join(folder, 'package.json'), ...sources.sort()]
}
