import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { StartRefused } from '@atrium/core/errors'
import { rotateSigningKey } from '@atrium/identity/tokens/signing-key.commands'
import {
  MAX_PUBLISHED_AHEAD_SECONDS,
  PUBLISHED_AHEAD_SECONDS,
} from '@atrium/identity/tokens/signing-key.contract'
import { withIdentity } from '../identity-deps.ts'
import { type Installation, writeSecret } from '../installation.ts'
import type { Command } from './command.ts'

export const keyCommands: Record<string, Command> = {
  'keys:rotate': {
    usage: '[--now | --after SECONDS]',
    summary: `create a signing key, published now and signing after SECONDS (default ${PUBLISHED_AHEAD_SECONDS}) or immediately with --now; tokens of the old key stay valid`,
    options: { now: { type: 'boolean' }, after: { type: 'string' } },
    run: async (installation, { now, after }) => {
      const seconds = now ? 0 : secondsOf(after)
      await requireWritableKeys(installation)
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
        text: `Published the new key ${kid}. It signs ${now ? 'from now on' : `in ${seconds} seconds`}; tokens of the old key stay valid.`,
      }
    },
  },
}

/** Checked before any change, so that the database and the files agree on the newest key. */
async function requireWritableKeys({ environment }: Installation) {
  for (const name of ['OAUTH2_PRIVATE_KEY_PATH', 'OAUTH2_PUBLIC_KEY_PATH']) {
    const folder = dirname(resolve(environment[name] ?? ''))
    await access(folder, constants.W_OK | constants.X_OK).catch(() => {
      throw new StartRefused(
        `The user with ID ${process.getuid?.()} cannot write to ${folder}, the folder of ${name}. Change its owner, or run this command as its owner.`,
      )
    })
  }
}

/** Not before every service has fetched the new key. */
function secondsOf(after: unknown) {
  const seconds = after === undefined ? PUBLISHED_AHEAD_SECONDS : Number(after)
  const isAllowed = seconds >= PUBLISHED_AHEAD_SECONDS && seconds <= MAX_PUBLISHED_AHEAD_SECONDS
  if (Number.isInteger(seconds) && isAllowed) return seconds
  throw new StartRefused(
    `--after must be a whole number of seconds, from ${PUBLISHED_AHEAD_SECONDS} to ${MAX_PUBLISHED_AHEAD_SECONDS}; use --now to sign immediately`,
  )
}
