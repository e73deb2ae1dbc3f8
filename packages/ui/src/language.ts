import i18next, { type BackendModule } from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import { initReactI18next } from 'react-i18next'
import type en from './locales/en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app'
  }
  interface ResourceNamespaceMap {
    ui: typeof en
  }
}

export const languages = { en: 'English', ru: 'Русский' }
export type Language = keyof typeof languages

/** Messages are loaded for the chosen language only. */
export type Messages = Record<Language, () => Promise<{ default: object }>>

const ui: Messages = { en: () => import('./locales/en.ts'), ru: () => import('./locales/ru.ts') }

export async function startLanguage(app: Messages) {
  i18next.on('languageChanged', language => {
    document.documentElement.lang = language
  })
  await i18next
    .use(LanguageDetector)
    .use(messageLoader({ ui, app }))
    .use(initReactI18next)
    .init({
      ns: ['ui', 'app'],
      defaultNS: 'app',
      supportedLngs: Object.keys(languages),
      load: 'languageOnly',
      // Every message exists in every language, so no fallback is loaded.
      fallbackLng: language => (language ? [] : ['en']),
      detection: {
        order: ['localStorage', 'navigator'],
        lookupLocalStorage: 'atrium.language',
        caches: ['localStorage'],
      },
      interpolation: { escapeValue: false },
    })
}

/** For requests: the server's error messages are shown among texts in this language. */
export function languageHeader() {
  return { 'accept-language': i18next.resolvedLanguage ?? 'en' }
}

function messageLoader(namespaces: Record<string, Messages>): BackendModule {
  return {
    type: 'backend',
    init() {},
    async read(language: string, namespace: string) {
      const messages = await namespaces[namespace]?.[language as Language]()
      return messages?.default ?? {}
    },
  }
}
