import { type Language, languageEntry, offeredLanguages, preferredLanguage } from '@atrium/core/languages'
import type english from '@atrium/texts/en/ui'
import { withProduct } from '@atrium/texts/product'
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { branding } from './branding.ts'
import { chosenPreference, keepPreference } from './preferences.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app'
  }
  interface ResourceNamespaceMap {
    ui: typeof english
  }
}

/** Messages are loaded for the chosen language only: those of the application, and `ui` with those of this package. */
export type Messages = Record<string, () => Promise<{ default: object; ui: object }>>

export async function startLanguage(messages: Messages) {
  const offered = shownLanguages()
  // The one chosen before, else the first of the browser's that is offered.
  const language = preferredLanguage([chosenPreference('language'), ...navigator.languages], offered)
  loadFont(language)
  i18next.on('languageChanged', language => {
    document.documentElement.lang = language
    document.documentElement.dir = languageEntry(language as Language).direction
  })
  await i18next
    .use(messageLoader(messages))
    .use(initReactI18next)
    .init({
      ns: ['ui', 'app'],
      defaultNS: 'app',
      supportedLngs: offered,
      lng: language,
      // The build fills in what a language lacks, so no fallback is loaded.
      fallbackLng: false,
      interpolation: { escapeValue: false },
    })
  // From now on it is a choice.
  i18next.on('languageChanged', chosen => keepPreference('language', chosen))
}

/** Together with the messages, so that the letters of this language are there when they are first drawn. */
function loadFont(language: Language) {
  const letters = { latin: 'A', 'latin-ext': 'ā', cyrillic: 'я' }
  const { scripts } = languageEntry(language)
  document.fonts.load('1em "Inter Variable"', scripts.map(script => letters[script]).join('')).catch(() => {
    // The fallback font stays.
  })
}

/** Returns the languages that the installation offers: the service writes them into the page. */
export function shownLanguages() {
  return offeredLanguages({ LANGUAGES: document.documentElement.dataset.languages })
}

/** For requests: the server's error messages are shown among texts in this language. */
export function languageHeader() {
  return { 'accept-language': i18next.resolvedLanguage ?? 'en' }
}

function messageLoader(messages: Messages): BackendModule {
  return {
    type: 'backend',
    init() {},
    async read(language: string, namespace: string) {
      const loaded = await messages[language]?.()
      const texts = namespace === 'ui' ? loaded?.ui : loaded?.default
      return withProduct((texts ?? {}) as Parameters<typeof withProduct>[0], branding.name)
    },
  }
}
