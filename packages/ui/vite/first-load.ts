import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const ofFirstScreen: '$initial'[] = ['$initial']

/** What the first screen needs in two files instead of a hundred: libraries, which seldom change, and our own. */
export const inFewFiles = {
  codeSplitting: {
    groups: [
      { name: 'libraries', tags: ofFirstScreen, test: /node_modules/, priority: 2 },
      { name: 'start', tags: ofFirstScreen, priority: 1 },
    ],
  },
}

/** Beside each script and style its compressed forms, which the server sends to whoever takes them. */
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
