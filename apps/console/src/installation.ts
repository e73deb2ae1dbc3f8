import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { constants, existsSync, statSync } from 'node:fs'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { StartRefused } from '@atrium/core/errors'
import { embeddedDatabaseUrl } from '@atrium/database/embedded-postgres'

export type Environment = NodeJS.ProcessEnv

const generatedSecrets = {
  OAUTH2_ENCRYPTION_KEY: () => randomBytes(32).toString('hex'),
  OAUTH2_TOKEN_HASH_SECRET: () => randomBytes(32).toString('hex'),
  OAUTH2_CLIENT_ID: () => 'atrium',
  OAUTH2_CLIENT_SECRET: () => randomBytes(32).toString('base64url'),
  TASKS_CLIENT_ID: () => 'atrium-tasks',
  TASKS_CLIENT_SECRET: () => randomBytes(32).toString('base64url'),
  METRICS_TOKEN: () => randomBytes(32).toString('base64url'),
}

export interface Installation {
  dataFolder: string
  postgresFolder: string
  /** Whether one of the databases is the embedded one. */
  usesEmbeddedPostgres: boolean
  /** The services' settings, whole: what was set, and what this installation made for itself. */
  environment: Environment
  /** What was set, without anything that this installation generated. */
  given: Environment
}

/** Those that the installation generates unless they are set. */
export function secretsOf({ environment }: Installation): Environment {
  return Object.fromEntries(Object.keys(generatedSecrets).map(name => [name, environment[name]]))
}

/**
 * Root acts as the owner of the data folder: whatever it creates there (keys, database files) must be readable for the
 * service, and PostgreSQL refuses a folder of somebody else.
 */
export function actAsOwner(environment: Environment) {
  const folder = dataFolderOf(environment)
  if (process.getuid?.() !== 0 || !existsSync(folder)) return
  const { uid, gid } = statSync(folder)
  if (uid === 0) return
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

function dataFolderOf(environment: Environment) {
  return resolve(environment.ATRIUM_DATA || './data')
}

/** Everything that `npm start` needs and nobody set: keys and secrets are made once and kept under ATRIUM_DATA. */
export async function prepareInstallation(environment: Environment): Promise<Installation> {
  const dataFolder = dataFolderOf(environment)
  await makeWritableFolder(dataFolder)
  const postgresFolder = join(dataFolder, 'postgres')
  const identityPort = environment.IDENTITY_PORT || '4000'
  const tasksPort = environment.TASKS_PORT || '4100'
  const tasksUrl = environment.TASKS_URL || `http://localhost:${tasksPort}`
  const defaults = {
    ATRIUM_DATA: dataFolder,
    DRAIN_SECONDS: '0', // with one instance of each service there is nobody to take over
    IDENTITY_PORT: identityPort,
    IDENTITY_URL: `http://localhost:${identityPort}`,
    IDENTITY_INTERNAL_URL: `http://${reachable(environment.HOST)}:${identityPort}`,
    TASKS_PORT: tasksPort,
    TASKS_URL: tasksUrl,
    TASKS_INTERNAL_URL: `http://${reachable(environment.HOST)}:${tasksPort}`,
    FRONTEND_URL: `${tasksUrl.replace(/\/$/, '')}/app/`,
    IDENTITY_DATABASE_URL: embeddedDatabaseUrl(postgresFolder, 'identity'),
    TASKS_DATABASE_URL: embeddedDatabaseUrl(postgresFolder, 'tasks'),
    MAIL_URL: `file:${join(dataFolder, 'mail')}`,
    STORAGE_URL: `file:${join(dataFolder, 'files')}`,
    OAUTH2_PRIVATE_KEY_PATH: join(dataFolder, 'keys', 'private.pem'),
    OAUTH2_PUBLIC_KEY_PATH: join(dataFolder, 'keys', 'public.pem'),
    ...(await keepSecrets(join(dataFolder, 'secrets.env'))),
  }
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  const complete: Environment = { ...defaults, ...given }
  if (!given.OAUTH2_PRIVATE_KEY_PATH && !given.OAUTH2_PUBLIC_KEY_PATH)
    await keepSigningKey(join(dataFolder, 'keys'))
  return {
    dataFolder,
    postgresFolder,
    usesEmbeddedPostgres: !given.IDENTITY_DATABASE_URL || !given.TASKS_DATABASE_URL,
    environment: complete,
    given,
  }
}

/** Where one service of this machine finds the other. */
function reachable(host = '') {
  if (['', '0.0.0.0', '::'].includes(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

async function makeWritableFolder(folder: string) {
  try {
    await makeFolder(folder)
    await access(`${folder}/.`, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartRefused(
      `The data folder ${folder} cannot be written: ${(error as NodeJS.ErrnoException).code}.`,
    )
  }
}

/** Step by step: under /proc, where none can be made, Node's own recursive way never ends. */
async function makeFolder(folder: string) {
  if (existsSync(folder)) return
  await makeFolder(dirname(folder))
  await mkdir(folder, { mode: 0o700 })
}

async function keepSecrets(file: string): Promise<Environment> {
  const kept = existsSync(file) ? parseEnv(await readFile(file, 'utf8')) : {}
  const missing = Object.entries(generatedSecrets).filter(([name]) => !kept[name])
  if (missing.length === 0) return kept
  const complete = { ...kept, ...Object.fromEntries(missing.map(([name, make]) => [name, make()])) }
  const lines = Object.entries(complete).map(([name, value]) => `${name}=${value}\n`)
  await writeSecret(file, lines.join(''))
  return complete
}

async function keepSigningKey(folder: string) {
  const privatePath = join(folder, 'private.pem')
  if (existsSync(privatePath)) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await writeSecret(join(folder, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }) as string)
  await writeSecret(privatePath, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)
}

/** Whole or not at all, and for its owner's eyes only. */
export async function writeSecret(file: string, content: string) {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(`${file}.new`, content, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
