import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { errorsOf, StartRefused } from '@atrium/core/coded-errors'
import { sharedErrors } from '@atrium/core/shared.errors'
import { pathOf } from './key.ts'
import type { Storage } from './storage.ts'

const { NotFound } = errorsOf(sharedErrors)

/** Files in a local folder, readable by the service's own user only. */
export async function openFolder(name: string): Promise<Storage> {
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

async function makeWritable(folder: string) {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartRefused(`The folder for files ${dirname(folder)} cannot be written: ${code}.`)
  }
}
