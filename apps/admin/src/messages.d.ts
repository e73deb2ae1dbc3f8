import type english from '@atrium/texts/en/admin'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    app: typeof english
  }
}
