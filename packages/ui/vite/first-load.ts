import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const ofFirstScreen: '$initial'[] = ['$initial']

/** Bundles the first screen into two files instead of a hundred: libraries, which rarely change, and our own code. */
export const inFewFiles = {
  codeSplitting: {
    groups: [
      { name: 'libraries', tags: ofFirstScreen, test: /node_modules/, priority: 2 },
      { name: 'start', tags: ofFirstScreen, priority: 1 },
    ],
  },
}

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
