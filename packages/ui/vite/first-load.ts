import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const ofFirstScreen: '$initial'[] = ['$initial']

/** Charts and calendars are large and on few pages. */
const isLight = (id: string) => !/node_modules\/(@mantine\/(charts|dates)|recharts|d3-|dayjs)/.test(id)

/**
 * Bundles each step of the first load into one file: what every page needs, then the parts that several pages share.
 * Chunks by module would be dozens of requests.
 */
export const chunksByStep = [
  { name: 'start', tags: ofFirstScreen, priority: 3 },
  { name: 'shared', minShareCount: 3, test: isLight, priority: 1 },
]

/** Writes compressed variants beside each script and style, for clients that accept them. */
export function compressed() {
  return {
    name: 'atrium-compressed',
    writeBundle({ dir = '' }: { dir?: string }, bundle: object) {
      for (const name of Object.keys(bundle).filter(name => /^assets\/.+\.(js|css)$/.test(name))) {
        const path = join(dir, name)
        const content = readFileSync(path)
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}
