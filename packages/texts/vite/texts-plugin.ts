import { parts } from '../src/parts.ts'

const TEXTS = 'virtual:texts'
const CALENDARS = 'virtual:calendar-languages'

/**
 * Serves the texts of an application to the browser: `virtual:texts` loads them by language, one file for each. Every file is complete, so
 * that no browser has to load English as well. `virtual:calendar-languages` has the names of months and weekdays for calendars, which are
 * loaded with them.
 */
export function texts(application: 'admin' | 'web', languages: readonly string[]) {
  return {
    name: 'atrium-texts',
    resolveId: (id: string) => (id === CALENDARS || id.startsWith(TEXTS) ? `\0${id}` : null),
    load(id: string) {
      if (id === `\0${CALENDARS}`) return calendars(languages)
      if (!id.startsWith(`\0${TEXTS}`)) return null
      const language = id.split('/')[1]
      return language ? textsIn(language, application) : loaders(languages)
    },
  }
}

/** English is part of the library. */
function calendars(languages: readonly string[]) {
  const others = languages.filter(code => code !== 'en')
  return others.map(code => `import 'dayjs/locale/${code.toLowerCase()}'`).join('\n')
}

function loaders(languages: readonly string[]) {
  const entries = languages.map(code => `'${code}': () => import('${TEXTS}/${code}')`)
  return `export default { ${entries.join(', ')} }`
}

function textsIn(language: string, application: 'admin' | 'web') {
  const own =
    application === 'web' ? parts.web(language) : { ...parts.account(language), ...parts.admin(language) }
  return `export default ${JSON.stringify(own)}\nexport const ui = ${JSON.stringify(parts.ui(language))}`
}
