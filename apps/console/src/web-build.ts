import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { digestFiles, ownCode } from '@atrium/core/bundle'
import { StartRefused } from '@atrium/core/errors'

const applications = ['web', 'admin']

/** A file in each build that says what it was built from. */
const STAMP = '.sources'

/** Builds each web application whose sources have changed since its last build. */
export async function buildWebApplications(say: (line: string) => void, root = ownCode) {
  const outdated = []
  for (const name of applications) {
    const folder = join(root, 'apps', name)
    const sources = await digestSources(name, root)
    if ((await readFile(join(folder, 'dist', STAMP), 'utf8').catch(() => '')) === sources) continue
    await requireWritable(folder, root)
    outdated.push({ name, folder, sources })
  }
  const builds = outdated.map(async ({ name, folder, sources }) => {
    say(`Building the ${name} application…`)
    await build(folder, sources)
  })
  const failed = (await Promise.allSettled(builds)).find(outcome => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

/** A service may not have write access to its own code; the administrator then builds the applications. */
async function requireWritable(folder: string, root: string) {
  await access(folder, constants.W_OK).catch(() => {
    throw new StartRefused(
      `The web applications need to be built, but ${folder} is not writable. Run \`npm run build\` as the owner of ${root} first.`,
    )
  })
}

export async function digestSources(name: string, root: string) {
  return digestFiles(
    root,
    (await listSources(name, root)).map(file => relative(root, file)),
  )
}

/** Lists everything that a build depends on. */
export async function listSources(name: string, root: string) {
  const patterns = [
    `apps/${name}/{src,public}/**/*`,
    `apps/${name}/*.*`,
    'packages/*/{src,public,vite}/**/*',
    ...(await sharedModules('identity', root)),
    ...(await sharedModules('tasks', root)),
    'package-lock.json',
  ]
  const files: string[] = []
  for await (const entry of glob(patterns, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name))
  }
  return files.sort()
}

/** What a service exports to browsers, such as its contracts: everything that it does not keep for Node. */
async function sharedModules(service: string, root: string) {
  const folder = `apps/${service}`
  const { exports } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as {
    exports: Record<string, string | object>
  }
  const shared = Object.values(exports).filter(path => typeof path === 'string')
  return [`${folder}/package.json`, ...shared.map(path => join(folder, path.replace('*', '**/*')))]
}

/** Another process may serve the last build until the new one takes its place as a whole. */
async function build(folder: string, sources: string) {
  const parent = join(folder, '.web-build')
  await mkdir(parent, { recursive: true })
  const place = await mkdtemp(join(parent, 'run-'))
  try {
    const fresh = join(place, 'new')
    await runVite(folder, fresh)
    await writeFile(join(fresh, STAMP), sources)
    await rename(join(folder, 'dist'), join(place, 'old')).catch(() => {}) // the first build
    await rename(fresh, join(folder, 'dist'))
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

function runVite(folder: string, target: string) {
  const vite = createRequire(join(folder, 'package.json'))
    .resolve('vite/package.json')
    .replace('package.json', 'bin/vite.js')
  return new Promise<void>((resolve, reject) => {
    const builder = spawn(process.execPath, [vite, 'build', '--logLevel', 'error', '--outDir', target], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    builder.once('error', reject)
    builder.once('exit', code => (code === 0 ? resolve() : reject(new Error(`Building ${folder} failed`))))
  })
}
