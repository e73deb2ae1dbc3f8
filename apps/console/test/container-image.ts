import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url))

/** A folder with Debian as `base.tar`, made with debootstrap once; undefined if that is impossible here. */
export function findDebianBase() {
  const folder = join(cache, 'debian')
  const archive = join(folder, 'base.tar')
  if (existsSync(archive)) return folder
  mkdirSync(folder, { recursive: true })
  const files = join(folder, String(process.pid))
  try {
    const { status } = spawnSync('debootstrap', ['--variant=minbase', 'bookworm', files], { stdio: 'ignore' })
    if (status !== 0) return undefined
    execFileSync('tar', ['-C', files, '--numeric-owner', '-cf', `${files}.tar`, '.'])
    renameSync(`${files}.tar`, archive)
    return folder
  } finally {
    execFileSync('rm', ['-rf', '--one-file-system', files])
  }
}

/** Why images are not built on this machine, if they are not. */
export function reasonNotToBuildImages() {
  if (process.getuid?.() !== 0) return 'building an image needs root'
  const missing = ['buildah', 'debootstrap'].filter(name => spawnSync(name, ['--version']).error)
  return missing.length > 0 && `needs Debian's packages ${missing.join(' and ')}`
}

/** Builds and runs images where containers are refused: in a chroot, with plain folders as storage. */
export function createBuildah(folder: string) {
  const command = ['buildah', '--storage-driver', 'vfs']
  const places = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
  const words = (...more: string[]) => [...command, ...places, ...more]

  function buildah(...more: string[]) {
    const [program = '', ...rest] = words(...more)
    return execFileSync(program, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  }

  /** The image is built from what is in `context` and never from a registry. */
  function build(image: string, file: string, context: string, values: Record<string, string> = {}) {
    const options = [
      '--isolation',
      'chroot',
      '--format',
      'docker',
      '--layers=false',
      '--pull-never',
      '--quiet',
    ]
    const args = Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`])
    buildah('build', ...options, ...args, '--tag', image, '--file', file, context)
  }

  function from(image: string, settings: Record<string, string | number>) {
    const container = buildah('from', '--pull-never', image).trim()
    const files = buildah('mount', container).trim()
    const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    /** The words that run a command in the container. */
    const inside = (...more: string[]) =>
      words('run', '--isolation', 'chroot', ...env, container, '--', ...more)
    return { files, inside }
  }

  const configOf = (image: string) =>
    JSON.parse(buildah('inspect', '--type', 'image', image)).Docker.config as ImageConfig
  return { build, from, configOf }
}

interface ImageConfig {
  User: string
  Volumes: Record<string, unknown>
  Labels: Record<string, string>
  Entrypoint: string[]
  Cmd: string[]
  Healthcheck: { Test: string[] }
}
