import { closeSync, lstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'

/** Every file and folder in it. */
export function filesIn(parent: string) {
  const entries = readdirSync(parent, { recursive: true, withFileTypes: true })
  return entries.map(({ parentPath, name }) => join(parentPath, name)).sort()
}

/** Shows whether anything was written, replaced or added. */
export function stateOf(parent: string) {
  return filesIn(parent).map(path => {
    const { size, mtimeMs, ctimeMs } = lstatSync(path)
    return `${path} ${size} ${mtimeMs} ${ctimeMs}`
  })
}

/** As name@version. Those of this repository are links. */
export function packagesIn(modules: string) {
  const manifests = filesIn(modules).filter(path =>
    /\/node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(path),
  )
  return manifests.map(path => {
    const { name, version } = JSON.parse(readFileSync(path, 'utf8'))
    return `${name}@${version}`
  })
}

/** `e_machine` of an executable or a library (ELF); undefined for other files. */
export function machineOf(path: string) {
  if (!lstatSync(path).isFile()) return undefined
  const header = Buffer.alloc(20)
  const file = openSync(path, 'r')
  readSync(file, header)
  closeSync(file)
  return header.readUInt32BE(0) === 0x7f454c46 ? header.readUInt16LE(18) : undefined
}
