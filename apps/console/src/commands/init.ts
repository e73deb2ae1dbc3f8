import { migrate } from '@atrium/database/migrate'
import { migrations } from '@atrium/tasks/compose'
import { withDatabase } from '../embedded-database.ts'
import { prepareIdentity } from '../first-start.ts'
import { directDatabaseUrls, type Installation } from '../installation.ts'
import type { Command } from './command.ts'

export const initCommands: Record<string, Command> = {
  init: {
    usage: '[--keys-only]',
    summary:
      'create keys, secrets, databases and the first owner without starting anything; --keys-only creates keys and secrets for an installation elsewhere, and no database',
    options: { 'keys-only': { type: 'boolean' } },
    withoutInstallation: 'create',
    run: async (installation, { 'keys-only': isKeysOnly }) => {
      const { ATRIUM_DATA: dataFolder } = installation.environment
      const owner = isKeysOnly ? undefined : await createRecords(installation)
      return {
        json: { dataFolder, owner: owner ?? null },
        text: [`Keys and secrets are in ${dataFolder}.`, ...(owner ? [ownerSentence(owner)] : [])].join('\n'),
      }
    },
  },
}

function createRecords(installation: Installation) {
  return withDatabase(installation, async () => {
    const owner = await prepareIdentity(installation)
    await migrate(directDatabaseUrls(installation).tasks, migrations)
    return owner
  })
}

function ownerSentence({ email, password }: { email: string; password: string | undefined }) {
  return password
    ? `Sign in as ${email} with the password ${password} (shown once).`
    : `Sign in as ${email} with the password from ATRIUM_OWNER_PASSWORD.`
}
