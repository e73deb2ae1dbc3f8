import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartRefused } from '@atrium/core/errors'
import { reasonOf } from '../doctor/finding.ts'

/** Where a backup is: a path, or `s3://KEY:SECRET@HOST[:PORT]/BUCKET/PATH[?region=REGION&tls=false]`. */
export function backupAddress(named: string) {
  return isInStore(named) ? named : resolve(named)
}

function isInStore(address: string) {
  return address.startsWith('s3://')
}

/** For people: without the key and the secret of a store. */
export function describeBackup(address: string) {
  if (!isInStore(address)) return address
  const { host, pathname } = new URL(address)
  return `s3://${host}${pathname}`
}

export function backupIn(folder: string, name: string) {
  if (!isInStore(folder)) return join(folder, name)
  const address = new URL(folder)
  address.pathname = `${address.pathname.replace(/\/$/, '')}/${name}`
  return address.href
}

/** A store has no folders to create. */
export async function makeBackupFolder(folder: string) {
  if (!isInStore(folder)) await mkdir(folder, { recursive: true, mode: 0o700 })
}

export async function makeFolderOf(address: string) {
  if (!isInStore(address)) await makeBackupFolder(dirname(address))
}

/** Where a backup can be unpacked for a moment. */
export function workFolderOf(folder: string, dataFolder: string) {
  return isInStore(folder) ? dataFolder : folder
}

/** Has `verify` read what was written before it replaces an older backup; in a store, what fails is deleted. */
export async function writeBackup(
  address: string,
  content: AsyncIterable<Buffer>,
  verify: (written: string) => Promise<void>,
) {
  if (!isInStore(address)) return writeFile(address, content, verify)
  const object = await openStored(address)
  await object.write(content).catch(error => {
    throw new StartRefused(`Cannot write ${describeBackup(address)}: ${reasonOf(error)}.`)
  })
  await verify(address).catch(async error => {
    await object.delete().catch(() => {})
    throw error
  })
}

async function writeFile(
  file: string,
  content: AsyncIterable<Buffer>,
  verify: (written: string) => Promise<void>,
) {
  const unfinished = `${file}.new`
  const refuse = ({ code }: NodeJS.ErrnoException) => {
    throw new StartRefused(`Cannot write ${file}: ${code}`)
  }
  try {
    await pipeline(content, createWriteStream(unfinished, { mode: 0o600 })).catch(refuse)
    await verify(unfinished)
    await rename(unfinished, file).catch(refuse)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
}

export async function readBackup(address: string): Promise<Readable> {
  if (!isInStore(address)) return createReadStream(address)
  const object = await openStored(address)
  return object.read().catch(error => {
    throw new StartRefused(`Cannot read ${describeBackup(address)}: ${reasonOf(error)}.`)
  })
}

export async function sizeOfBackup(address: string) {
  return isInStore(address) ? (await openStored(address)).size() : (await stat(address)).size
}

export async function listBackups(folder: string) {
  return isInStore(folder) ? (await openStored(folder)).list() : readdir(folder)
}

export async function deleteBackup(address: string) {
  if (isInStore(address)) await (await openStored(address)).delete()
  else await rm(address)
}

/** The SDK is large: loaded only if used. */
async function openStored(address: string) {
  const { openObject } = await import('@atrium/storage/bucket-object')
  return openObject(address, 'The address of a backup')
}
