import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutSchemas } from '@atrium/client/vite/without-schemas'
import { chunksByStep, chunksOfPages, compressed } from '@atrium/ui/vite/first-load'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const pages = chunksOfPages({
  board: join(import.meta.dirname, 'src/pages/board-page.tsx'),
  work: join(import.meta.dirname, 'src/pages/my-work-page.tsx'),
})

export default defineConfig({
  base: '/app/',
  publicDir: '../../packages/ui/public',
  plugins: [react(), withoutSchemas(), ownFiles(), compressed()],
  build: {
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: { codeSplitting: { groups: [...chunksByStep, ...pages] } } },
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
        const built = Object.keys(bundle).filter(name => name.startsWith('assets/') && !isRareFont(name))
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

/** Letters of other languages and italics: loaded by the few texts that have them. */
function isRareFont(name: string) {
  return /\.woff2$/.test(name) && !/inter-(latin|cyrillic)-wght-normal/.test(name)
}

/** The service worker, which keeps what was built and so has to know it. */
function naming(built: string[], path: string) {
  const list = JSON.stringify(built.map(name => `/app/${name}`).sort())
  return readFileSync(path, 'utf8').replace('const built = []', `const built = ${list}`)
}
