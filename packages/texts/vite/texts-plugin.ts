import { parts } from '../src/parts.ts'

const ADDRESS = 'virtual:texts'

/**
 * Serves the texts of an application to the browser: `virtual:texts` loads them by language, one file for each. Every file is complete, so
 * that no browser has to load English as well.
 */
export function texts(application: 'admin' | 'web', languages: readonly string[]) {
  return {
    name: 'atrium-texts',
    resolveId: (id: string) => (id.startsWith(ADDRESS) ? `\0${id}` : null),
    load(id: string) {
      if (!id.startsWith(`\0${ADDRESS}`)) return null
      const language = id.split('/')[1]
      return language ? textsIn(language, application) : loaders(languages)
    },
  }
}

function loaders(languages: readonly string[]) {
  const entries = languages.map(code => `'${code}': () => import('${ADDRESS}/${code}')`)
  return `export default { ${entries.join(', ')} }`
}

function textsIn(language: string, application: 'admin' | 'web') {
  const [own, shared] = [parts[application](language), parts.ui(language)]
  return `export default ${JSON.stringify(own)}\nexport const ui = ${JSON.stringify(shared)}`
}
