import type account from '@atrium/texts/en/account'
import type admin from '@atrium/texts/en/admin'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    app: typeof account & typeof admin
  }
}
