import { chmod, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartRefused } from '@atrium/core/coded-errors'
import { sha256 } from '@atrium/core/sha256'
import { giveFolderToServer } from './postgres-process.ts'

const LONGEST_SOCKET_FOLDER = 90 // of the 107 bytes that a Unix socket's address may have

/** Where the server of `folder` listens: beside it or, when that address would be too long, in the temporary folder. */
export function socketFolderOf(folder: string) {
  const beside = `${folder}.run`
  if (Buffer.byteLength(beside) <= LONGEST_SOCKET_FOLDER) return beside
  return join(tmpdir(), `atrium-${sha256(folder, 'hex').slice(0, 16)}`)
}

export async function makeSocketFolder(folder: string) {
  const socketFolder = socketFolderOf(folder)
  await mkdir(socketFolder, { recursive: true, mode: 0o700 })
  const { uid } = await lstat(socketFolder)
  if (process.getuid && ![process.getuid(), 65534].includes(uid)) {
    throw new StartRefused(`${socketFolder} belongs to another user; remove it and start again`)
  }
  await chmod(socketFolder, 0o700) // only its owner may connect: the socket is the password
  giveFolderToServer(socketFolder)
  return socketFolder
}
