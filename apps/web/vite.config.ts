import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  base: '/app/',
  publicDir: '../../packages/ui/public',
  plugins: [react(), ownFiles(), compressed()],
  build: {
    chunkSizeWarningLimit: 750,
    rolldownOptions: {
      output: {
        // What the first screen needs in two files instead of a hundred: libraries, which seldom change, and our own.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'start', tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
  },
})

/** The files in `public` here, beside those that both web applications share. */
function ownFiles(): Plugin {
  const folder = join(import.meta.dirname, 'public')
  return {
    name: 'atrium-own-files',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const built = Object.keys(bundle).filter(name => name.startsWith('assets/'))
        for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
          if (!file.isFile()) continue
          const path = join(file.parentPath, file.name)
          const source = file.name === 'sw.js' ? naming(built, path) : readFileSync(path)
          this.emitFile({ type: 'asset', fileName: path.slice(folder.length + 1), source })
        }
      },
    },
  }
}

/** The service worker, which keeps what was built and so has to know it. */
function naming(built: string[], path: string) {
  const list = JSON.stringify(built.map(name => `/app/${name}`).sort())
  return readFileSync(path, 'utf8').replace('const built = []', `const built = ${list}`)
}

/** Beside each script and style its compressed forms, which the server sends to whoever takes them. */
function compressed(): Plugin {
  return {
    name: 'atrium-compressed',
    writeBundle({ dir = '' }, bundle) {
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
