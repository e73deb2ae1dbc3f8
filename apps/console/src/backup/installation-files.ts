import { createReadStream, existsSync } from 'node:fs'
import { cp, glob, mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { StartRefused } from '@atrium/core/errors'
import { openConfiguredStorage, openExistingStorage, openStorage } from '@atrium/storage/open-storage'
import { pathOf } from '@atrium/storage/storage'
import { inEachDatabase, listFileRecords } from '../files/file-records.ts'
import { type Installation, secretsOf } from '../installation.ts'
import type { ArchiveWriter } from './archive.ts'

const KEYS = { OAUTH2_PRIVATE_KEY_PATH: 'private.pem', OAUTH2_PUBLIC_KEY_PATH: 'public.pem' }
/** With other values the restored database could not be decrypted. */
const READ_BY = ['OAUTH2_ENCRYPTION_KEY', 'OAUTH2_TOKEN_HASH_SECRET']
const PAGE_SIZE = 100
const FILE_KEY = /^[0-9a-f]{32}$/

/** Keys, secrets and files, wherever the settings say they are. */
export async function addInstallationFiles(archive: ArchiveWriter, installation: Installation) {
  const { environment, dataFolder } = installation
  for (const [setting, name] of Object.entries(KEYS))
    await archive.addFile(`data/keys/${name}`, String(environment[setting]))
  const secrets = Object.entries(secretsOf(installation)).map(([name, value]) => `${name}=${value}\n`)
  await archive.add('data/secrets.env', secrets.join(''))
  const password = join(dataFolder, 'owner-password')
  if (existsSync(password)) await archive.addFile('data/owner-password', password)
  const folder = fileFolder(environment.STORAGE_URL)
  if (folder === undefined || environment.STORAGE_PREVIOUS_URL) return addStoredFiles(archive, installation)
  if (!existsSync(folder)) return
  for await (const { isFile, parentPath, name } of listFiles(folder)) {
    if (!isFile || !FILE_KEY.test(name)) continue
    const path = join(parentPath, name)
    if (await isThere(path)) await archive.addFile(`data/files/${path.slice(folder.length + 1)}`, path)
  }
}

/** The content of every record, from wherever it is. What has been deleted since is left out. */
async function addStoredFiles(archive: ArchiveWriter, installation: Installation) {
  const storage = await openBackedUpStorage(installation)
  if (!storage) return
  await inEachDatabase(installation, async (client, service) => {
    for await (const page of listFileRecords(client, service, PAGE_SIZE)) {
      for (const { key } of page) {
        const size = await storage.sizeOf(key)
        if (size === undefined) continue
        await archive.addContent(`data/files/${pathOf(key).join('/')}`, await storage.get(key), size)
      }
    }
  })
}

/** Without the files of a bucket, those that have not been moved there yet from a folder are still part of the backup. */
async function openBackedUpStorage(installation: Installation) {
  const { STORAGE_URL = '', STORAGE_PREVIOUS_URL } = installation.environment
  if (!leavesOutFiles(installation))
    return openConfiguredStorage({ STORAGE_URL, ...(STORAGE_PREVIOUS_URL && { STORAGE_PREVIOUS_URL }) })
  if (!fileFolder(STORAGE_PREVIOUS_URL)) return undefined
  return openExistingStorage(String(STORAGE_PREVIOUS_URL), 'STORAGE_PREVIOUS_URL')
}

/** A bucket that is replicated or versioned may be too large to copy every night. */
function leavesOutFiles({ environment }: Installation) {
  const { BACKUP_FILES = 'include', STORAGE_URL = '' } = environment
  if (!['include', 'skip'].includes(BACKUP_FILES))
    throw new StartRefused('BACKUP_FILES must be include or skip.')
  return BACKUP_FILES === 'skip' && STORAGE_URL.startsWith('s3:')
}

async function* listFiles(folder: string) {
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true }))
    yield { isFile: entry.isFile(), parentPath: entry.parentPath, name: entry.name }
}

/** A file may have been deleted since it was listed. */
function isThere(path: string) {
  return stat(path).then(
    () => true,
    () => false,
  )
}

export function listNotIncluded(installation: Installation) {
  const { STORAGE_URL = '' } = installation.environment
  const settings = 'settings of .env and the environment other than keys and secrets'
  if (!leavesOutFiles(installation)) return [settings]
  const { host, pathname } = new URL(STORAGE_URL)
  return [`files in the S3 store ${host}${pathname}, which has to be backed up there`, settings]
}

export async function refuseOtherSecrets({ given }: Installation, folder: string) {
  const kept = parseEnv(await readFile(join(folder, 'secrets.env'), 'utf8').catch(() => ''))
  const others = READ_BY.filter(name => given[name] && kept[name] && given[name] !== kept[name])
  if (others.length > 0)
    throw new StartRefused(
      `The backup was created with a different ${others.join(' and ')}. Remove the setting; the backup contains its own value.`,
    )
  for (const [setting, name] of Object.entries(KEYS)) {
    const path = given[setting]
    if (!path || !existsSync(path)) continue
    const [there, backedUp] = await Promise.all(
      [path, join(folder, 'keys', name)].map(each => readFile(each, 'utf8')),
    )
    if (there !== backedUp)
      throw new StartRefused(
        `${setting} points to ${path}, which is not the key in the backup. Move that file first.`,
      )
  }
}

export async function restoreInstallationFiles({ environment, dataFolder }: Installation, folder: string) {
  for (const [setting, name] of Object.entries(KEYS)) {
    const path = String(environment[setting])
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await cp(join(folder, 'keys', name), path, { force: true })
  }
  for (const name of ['secrets.env', 'owner-password'])
    if (existsSync(join(folder, name))) await cp(join(folder, name), join(dataFolder, name), { force: true })
  const files = join(folder, 'files')
  if (!existsSync(files)) return
  const storage = await openStorage(String(environment.STORAGE_URL))
  for await (const { isFile, parentPath, name } of listFiles(files)) {
    if (!isFile || !FILE_KEY.test(name)) continue
    const path = join(parentPath, name)
    await storage.put(name, createReadStream(path), (await stat(path)).size)
  }
}

function fileFolder(url = '') {
  return url.startsWith('file:') ? resolve(url.slice('file:'.length)) : undefined
}
