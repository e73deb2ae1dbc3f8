import { createReadStream, createWriteStream } from 'node:fs'
import { glob, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { StartRefused } from '@atrium/http/errors'
import { extract, type Pack, pack } from 'tar-stream'

/** A folder as one compressed file, whole or not at all. */
export async function packFolder(folder: string, file: string) {
  const archive = pack()
  const unfinished = `${file}.new`
  try {
    const written = pipeline(archive, createGzip(), createWriteStream(unfinished, { mode: 0o600 }))
    await Promise.all([written, addFiles(archive, folder)])
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw new StartRefused(`${file} cannot be written: ${(error as NodeJS.ErrnoException).code}`)
  }
}

async function addFiles(archive: Pack, folder: string) {
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const { size } = await stat(path)
    const target = archive.entry({ name: path.slice(folder.length + 1), size, mode: 0o600 })
    await pipeline(createReadStream(path), target)
  }
  archive.finalize()
}

export async function unpackFolder(file: string, folder: string) {
  const archive = extract()
  const read = pipeline(createReadStream(file), createGunzip(), archive)
  read.catch(() => {}) // told by the loop below
  try {
    for await (const entry of archive) {
      const path = join(folder, normalize(`/${entry.header.name}`)) // no entry leads out of the folder
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
    }
    await read
  } catch (error) {
    throw new StartRefused(`${file} is not a whole backup: ${(error as Error).message}`)
  }
}
