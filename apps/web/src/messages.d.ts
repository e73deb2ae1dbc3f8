import type english from '@atrium/texts/en/web'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    app: typeof english
  }
}
