import { StartRefused } from '@atrium/http/errors'
import { rotateSigningKey } from '@atrium/identity/tokens/rotate-signing-key'
import { withIdentity } from '../identity-deps.ts'
import { writeSecret } from '../installation.ts'
import type { Command } from './command.ts'

const PUBLISHED_FIRST_SECONDS = 2

export const keyCommands: Record<string, Command> = {
  'keys:rotate': {
    usage: '[--after SECONDS]',
    summary: 'new signing key: published at once, signs after SECONDS (2); the old one goes on verifying',
    options: { after: { type: 'string' } },
    run: async (installation, { after }) => {
      const seconds = after === undefined ? PUBLISHED_FIRST_SECONDS : Number(after)
      if (!Number.isInteger(seconds) || seconds < 0 || seconds > 86_400) {
        throw new StartRefused('--after must be a whole number of seconds, from 0 to 86400')
      }
      const { kid, publicKey, privateKey } = await withIdentity(installation, deps =>
        rotateSigningKey(deps, seconds),
      )
      const { OAUTH2_PUBLIC_KEY_PATH = '', OAUTH2_PRIVATE_KEY_PATH = '' } = installation.environment
      await writeSecret(
        OAUTH2_PRIVATE_KEY_PATH,
        privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      )
      await writeSecret(OAUTH2_PUBLIC_KEY_PATH, publicKey.export({ type: 'spki', format: 'pem' }) as string)
      return {
        json: { kid, signs_after: seconds },
        text: `The new key ${kid} is published and signs in ${seconds} seconds; the old one goes on verifying.`,
      }
    },
  },
}
