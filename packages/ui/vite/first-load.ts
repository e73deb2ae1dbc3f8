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
  { name: 'pages', minShareCount: 3, test: isLight, priority: 0 },
]

interface Graph {
  getModuleInfo: (id: string) => { code: string | null; importedIds: readonly string[] } | null
}

/**
 * For the pages that are opened first, by the names of their chunks: each page loads the modules that the first one
 * shares with any other, and its own rest.
 */
export function chunksOfPages(pages: Record<string, string>) {
  const groups = Object.entries(pages).map(([name, path]) => ({ name, isNeeded: neededBy(path) }))
  const isNeededFirst = groups[0]?.isNeeded
  return [
    {
      name: (id: string, graph: Graph) => (isNeededFirst?.(id, graph) ? 'shared' : null),
      minShareCount: 2,
      priority: 2,
    },
    ...groups.map(({ name, isNeeded }) => ({
      name: (id: string, graph: Graph) => (isNeeded(id, graph) ? name : null),
      // Other libraries follow the modules that use them.
      test: (id: string) => component.test(id) || !id.includes('/node_modules/'),
      priority: 1,
    })),
  ]
}

/** Exports every component: which of them a module needs is known by their names only. */
const everyComponent = /@mantine\/core\/esm\/index\.mjs$/
const component = /@mantine\/core\/esm\/components\/(\w+)\//
const componentImport = /import\s*{([^}]+)}\s*from\s*["']@mantine\/core["']/g

/** Whether a page imports a module, itself or through others. What it loads later does not count. */
function neededBy(page: string) {
  const modules = new Set<string>()
  const components = new Set<string>()
  const collect = (id: string, graph: Graph) => {
    if (modules.has(id) || everyComponent.test(id)) return
    modules.add(id)
    const { code, importedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const [, names = ''] of code?.matchAll(componentImport) ?? [])
      for (const name of names.split(',')) components.add(name.trim())
    for (const imported of importedIds) collect(imported, graph)
  }
  return (id: string, graph: Graph) => {
    collect(page, graph)
    return id !== page && (modules.has(id) || components.has(id.match(component)?.[1] ?? ''))
  }
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
