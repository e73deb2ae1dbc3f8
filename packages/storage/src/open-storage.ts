import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, type FileHandle, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { errorsOf, StartRefused } from '@atrium/core/errors'
import type { Measure } from '@atrium/core/measure'
import { sharedErrors } from '@atrium/core/shared.errors'
import { pathOf, type Storage } from './storage.ts'

const { NotFound } = errorsOf(sharedErrors)

/**
 * `file:FOLDER`, or any S3-compatible store: `s3://KEY:SECRET@HOST[:PORT]/BUCKET[?region=REGION][&tls=false]`
 * with key and secret percent-encoded. The region defaults to us-east-1; `tls=false` is for a store on the same machine
 * or network.
 */
export async function openStorage(url: string, setting = 'STORAGE_URL'): Promise<Storage> {
  if (url.startsWith('file:')) return openFolder(url.slice('file:'.length))
  if (!url.startsWith('s3://')) throw new StartRefused(`${setting} must be file:FOLDER or s3://….`)
  const { openBucket } = await import('./bucket-storage.ts') // the SDK is large: loaded only if used
  return openBucket(url, setting)
}

interface StorageSettings {
  STORAGE_URL: string
  STORAGE_PREVIOUS_URL?: string
}

/** The store of a service. While its files move here from another store, it reads from there what is still missing. */
export async function openConfiguredStorage({ STORAGE_URL, STORAGE_PREVIOUS_URL }: StorageSettings) {
  const current = await openStorage(STORAGE_URL)
  if (!STORAGE_PREVIOUS_URL) return current
  return withPrevious(current, await openExistingStorage(STORAGE_PREVIOUS_URL, 'STORAGE_PREVIOUS_URL'))
}

/** Refuses a folder that does not exist instead of creating it. */
export async function openExistingStorage(url: string, setting: string): Promise<Storage> {
  const folder = url.startsWith('file:') ? resolve(url.slice('file:'.length)) : undefined
  if (folder && !existsSync(folder)) throw new StartRefused(`${setting}: there is no folder ${folder}.`)
  return openStorage(url, setting)
}

function withPrevious(current: Storage, previous: Storage): Storage {
  return {
    ...current,
    get: async key => {
      for (const store of [current, previous]) {
        const content = await store.get(key).catch(undefinedIfMissing)
        if (content) return content
      }
      return current.get(key) // it may have moved between the two
    },
    sizeOf: async key => (await current.sizeOf(key)) ?? (await previous.sizeOf(key)),
    delete: async key => {
      await previous.delete(key)
      await current.delete(key)
    },
  }
}

function undefinedIfMissing(error: unknown) {
  if (error instanceof NotFound) return undefined
  throw error
}

/** Files in a local folder, readable by the service's own user only. */
async function openFolder(name: string): Promise<Storage> {
  const folder = resolve(name)
  const unfinished = join(folder, 'unfinished')
  await makeWritable(unfinished)
  const fileOf = (key: string) => join(folder, ...pathOf(key))
  return {
    put: async (key, content, size) => {
      const file = fileOf(key)
      const temporary = join(unfinished, randomUUID())
      try {
        await write(temporary, content, size)
        await mkdir(dirname(file), { recursive: true, mode: 0o700 })
        await rename(temporary, file)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    get: async key => (await openToRead(fileOf(key))).createReadStream(),
    sizeOf: key => sizeOf(fileOf(key)),
    delete: key => rm(fileOf(key), { force: true }),
    check: () => access(unfinished, constants.W_OK | constants.X_OK),
  }
}

async function write(file: string, content: AsyncIterable<Uint8Array>, size: number) {
  await using handle = await open(file, 'wx', 0o600)
  let written = 0
  for await (const chunk of content) {
    written += chunk.length
    if (written > size) break
    await handle.writeFile(chunk)
  }
  if (written !== size) throw new Error(`The content does not have the announced ${size} bytes`)
  await handle.sync() // a record may rely on these bytes, power cut or not
}

async function openToRead(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new NotFound('file_content_not_found')
    throw error
  }
}

async function sizeOf(file: string) {
  try {
    return (await stat(file)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function makeWritable(folder: string) {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartRefused(`The folder for files ${dirname(folder)} cannot be written: ${code}.`)
  }
}

interface DiskSettings {
  ATRIUM_DATA?: string
  STORAGE_URL: string
  MAIL_URL: string
  DISK_MIN_FREE_MB: number
}

/** Rejects while a disk that this service writes to, or its embedded database does, is nearly full. */
export async function checkFreeSpace(settings: DiskSettings) {
  const fullest = await findFullestDisk(settings)
  const megabytes = Math.floor((fullest?.bytes ?? Number.POSITIVE_INFINITY) / 2 ** 20)
  if (megabytes < settings.DISK_MIN_FREE_MB)
    throw new Error(`${megabytes} MB are left on the disk of ${fullest?.folder}`)
}

/** Finds the folder with the least free space among those that this service, or its embedded database, writes to. */
export async function findFullestDisk({ ATRIUM_DATA, STORAGE_URL, MAIL_URL }: DiskSettings) {
  const folders = [STORAGE_URL, MAIL_URL].flatMap(url => (url.startsWith('file:') ? [url.slice(5)] : []))
  let fullest: { folder: string; bytes: number } | undefined
  for (const folder of ATRIUM_DATA ? [ATRIUM_DATA, ...folders] : folders) {
    const disk = await statfs(folder).catch(() => undefined) // not there yet: the first email creates its folder
    const bytes = disk && disk.bavail * disk.bsize
    if (bytes !== undefined && (!fullest || bytes < fullest.bytes)) fullest = { folder, bytes }
  }
  return fullest
}

export function diskMeasure(settings: DiskSettings): Measure {
  return {
    name: 'atrium_disk_free_bytes',
    help: 'Free space on the fullest disk that the service writes to',
    isShared: true,
    read: async () => (await findFullestDisk(settings))?.bytes,
  }
}
