import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleFolder, ownCode } from '@atrium/core/bundle'

/** Running programs may still load parts of theirs. */
const KEPT_BUNDLES = 3

const bundler = fileURLToPath(new URL('bundle-programs.ts', import.meta.url))

/**
 * Bundles the services and the console, unless it was done since their last change. A service that has no write access
 * to its own code runs from its sources.
 */
export async function buildPrograms(say: (line: string) => void, root = ownCode) {
  const folder = bundleFolder(root)
  if (!folder || existsSync(folder) || !isWritable(root, dirname(folder))) return
  say('Building the services…')
  const unfinished = `${folder}.${process.pid}`
  try {
    await bundle(root, unfinished)
    await rename(unfinished, folder).catch(error => {
      if (!existsSync(folder)) throw error // otherwise another process was faster
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  await removeOldBundles(folder)
}

function isWritable(root: string, parent: string) {
  try {
    accessSync(existsSync(parent) ? parent : root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

async function bundle(root: string, folder: string) {
  await mkdir(folder, { recursive: true })
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [bundler, root, folder], { stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('error', reject)
    child.once('exit', code => (code === 0 ? resolve() : reject(new Error('Building the services failed'))))
  })
}

async function removeOldBundles(current: string) {
  const parent = dirname(current)
  const others = (await readdir(parent)).filter(name => name !== basename(current))
  const ages = await Promise.all(
    others.map(async name => ({ name, at: (await stat(join(parent, name))).mtimeMs })),
  )
  const old = ages.sort((a, b) => b.at - a.at).slice(KEPT_BUNDLES - 1)
  await Promise.all(old.map(({ name }) => rm(join(parent, name), { recursive: true, force: true })))
}
