import { StartRefused } from '@atrium/core/errors'
import { eraseAccount } from '@atrium/identity/users/erasure/erasure.commands'
import { getUser } from '@atrium/identity/users/user.queries'
import { withIdentity } from '../identity-deps.ts'
import type { Command } from './command.ts'
import { userIdOf } from './named-user.ts'

export const eraseCommands: Record<string, Command> = {
  'user:erase': {
    usage: 'EMAIL|ID [--yes]',
    summary:
      "erase a user's personal data in both services; tasks, comments and time stay as the work of a former user. Without --yes it only says whom",
    options: { yes: { type: 'boolean' } },
    takes: ['EMAIL|ID'],
    run: async (installation, { yes }, [named = '']) =>
      withIdentity(installation, async deps => {
        const user = await getUser(deps.db, await userIdOf(deps, named))
        const { id, name, surname, email } = user
        if (!yes)
          throw new StartRefused(
            `This erases ${name} ${surname} (${email}, user ${id}) and cannot be undone. Repeat the command with --yes.`,
          )
        const { erasedAt } = await eraseAccount(deps, id)
        return {
          json: { id, erasedAt },
          text: `The personal data of user ${id} is erased. The task service erases its part as soon as it runs. Backups made earlier still contain the data.`,
        }
      }),
  },
}
