import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutSchemas } from '@atrium/client/vite/without-schemas'
import { languageCodes, languages } from '@atrium/core/languages'
import { texts } from '@atrium/texts/vite/texts-plugin'
import { chunksByStep, chunksOfPages, compressed } from '@atrium/ui/vite/first-load'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, type Plugin, type Rolldown } from 'vite'

/** Opened first, by most users. */
const firstPages = {
  board: join(import.meta.dirname, 'src/pages/tasks/board-page.tsx'),
  work: join(import.meta.dirname, 'src/pages/tasks/my-work-page.tsx'),
}

export default defineConfig({
  base: '/app/',
  publicDir: '../../packages/ui/public',
  define: { __ANSWERS_SHAPE__: JSON.stringify(digestOfContracts()) },
  plugins: [react(), texts('web', languageCodes), withoutSchemas(), ownFiles(), firstScripts(), compressed()],
  build: {
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: { codeSplitting: { groups: [...chunksByStep, ...chunksOfPages(firstPages)] } },
    },
  },
})

/** What browsers keep was answered by these contracts: other ones may have other fields. */
function digestOfContracts() {
  const root = join(import.meta.dirname, '../..')
  const contracts = globSync('{apps/tasks,packages/core}/src/**/*.contract.ts', { cwd: root }).sort()
  const digest = createHash('sha256')
  for (const name of contracts) digest.update(readFileSync(join(root, name)))
  return digest.digest('base64url').slice(0, 16)
}

/** The files in `public` here, beside those that both web applications share. */
function ownFiles(): Plugin {
  const folder = join(import.meta.dirname, 'public')
  return {
    name: 'atrium-own-files',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
          if (!file.isFile()) continue
          const path = join(file.parentPath, file.name)
          const source =
            file.name === 'sw.js' ? filledIn(path, { built: builtFiles(bundle) }) : readFileSync(path)
          this.emitFile({ type: 'asset', fileName: path.slice(folder.length + 1), source })
        }
      },
    },
  }
}

/** The scripts that run first and the outlines of the page are part of it, so that no request delays them. */
function firstScripts(): Plugin {
  const colorScheme = join(import.meta.dirname, '../../packages/ui/public/color-scheme.js')
  const firstLoad = join(import.meta.dirname, 'first-load.js')
  return {
    name: 'atrium-first-scripts',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const source = readFileSync(colorScheme, 'utf8') + filledIn(firstLoad, firstFiles(bundle))
        const { code } = minifySync('first.js', source)
        return withStylesLast(html)
          .replace(/<script src="first-load.js".*?>/, () => `<script>${code}`)
          .replace('<style data-from="shell.css">', () => `<style>${shellStyles()}`)
      },
    },
  }
}

/** The application's styles come after the outlines, which browsers draw only once all styles before them are loaded. */
function withStylesLast(html: string) {
  const [styles = ''] = html.match(/ *<link rel="stylesheet"[^>]*>\n/) ?? []
  return html.replace(styles, '').replace('  </body>', () => `${styles}  </body>`)
}

function shellStyles() {
  const source = readFileSync(join(import.meta.dirname, 'shell.css'), 'utf8')
  return source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A script with its empty constants filled in. */
function filledIn(path: string, constants: object) {
  return Object.entries(constants).reduce(
    (source, [name, value]) =>
      source.replace(new RegExp(`(?<=const ${name} = )({}|\\[\\])`), JSON.stringify(value)),
    readFileSync(path, 'utf8'),
  )
}

/** For the service worker, which keeps what was built. */
function builtFiles(bundle: Rolldown.OutputBundle) {
  const names = Object.keys(bundle).filter(name => name.startsWith('assets/') && !isRareFont(name))
  return names.map(name => `/app/${name}`).sort()
}

/** Letters of other languages and italics: loaded by the few texts that have them. */
function isRareFont(name: string) {
  const isCommon = languages.some(({ scripts }) =>
    scripts.some(script => name.includes(`inter-${script}-wght-normal`)),
  )
  return /\.woff2$/.test(name) && !isCommon
}

/** What the first screen loads besides the files that the page names, by page and by language. */
function firstFiles(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const named = filesOf(chunks.find(({ name }) => name === 'start'))
  const loadedWith = (source: string) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source))
    return [...filesOf(chunk)].filter(file => !named.has(file))
  }
  const kept = loadedWith('src/browser-storage.ts')
  const font = (letters: string) =>
    builtFiles(bundle).filter(name => name.includes(`inter-${letters}-wght-normal`))
  return {
    pages: {
      board: [...loadedWith(firstPages.board), ...kept],
      work: [...loadedWith(firstPages.work), ...kept],
    },
    languages: Object.fromEntries(
      languages.map(({ code, scripts }) => [
        code,
        [...loadedWith(`virtual:texts/${code}`), ...scripts.flatMap(font)],
      ]),
    ),
  }

  function filesOf(chunk: Rolldown.OutputChunk | undefined, found = new Set<string>()): Set<string> {
    if (!chunk || found.has(`/app/${chunk.fileName}`)) return found
    for (const name of [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]) found.add(`/app/${name}`)
    for (const name of chunk.imports)
      filesOf(
        chunks.find(({ fileName }) => fileName === name),
        found,
      )
    return found
  }
}
