import { openText, sealText } from '@atrium/core/sealed-text'
import { loadIdentitySettings } from '@atrium/identity/settings'
import { createSecrets } from '@atrium/identity/tokens/secrets'
import type { Service } from '../each-service.ts'
import type { Installation } from '../installation.ts'

/** Columns that are encrypted with a key of the installation, by table, with the purpose of the encryption. */
export const sealedColumns: Record<Service, Record<string, Record<string, string>>> = {
  identity: {
    sign_in_providers: { secret: 'sign-in provider' },
    two_factors: { secret: 'two factor' },
    webhooks: { secret: 'webhook secret', previous_secret: 'webhook secret' },
  },
  tasks: {
    calendar_feeds: { sealed_token: 'calendar feed' },
    repositories: { secret: 'git repository' },
    webhooks: { secret: 'webhook secret', previous_secret: 'webhook secret' },
  },
}

export interface Seals {
  seal: (purpose: string, content: string) => string
  /** Throws if it was sealed with another key. */
  unseal: (purpose: string, sealed: string) => string
}

/** How each service seals. In an export, the content is Base64: another installation has another key. */
export function sealsOf({ environment }: Installation): Record<Service, Seals> {
  const secrets = createSecrets(loadIdentitySettings(environment))
  const { TASKS_CLIENT_SECRET = '' } = environment
  return {
    identity: {
      seal: (purpose, content) => secrets.seal(purpose, Buffer.from(content, 'base64')),
      unseal: (purpose, sealed) => secrets.unseal(purpose, sealed).toString('base64'),
    },
    tasks: {
      seal: (purpose, content) =>
        sealText(TASKS_CLIENT_SECRET, purpose, Buffer.from(content, 'base64').toString()),
      unseal: (purpose, sealed) =>
        Buffer.from(openText(TASKS_CLIENT_SECRET, purpose, sealed)).toString('base64'),
    },
  }
}
