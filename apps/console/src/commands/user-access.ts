import { StartRefused } from '@atrium/core/errors'
import { consoleActor } from '@atrium/identity/access-control/actor'
import { assignRole, unassignRole } from '@atrium/identity/access-control/user-role.commands'
import { archiveUser, restoreUser } from '@atrium/identity/users/user.commands'
import { withIdentity } from '../identity-deps.ts'
import type { Command } from './command.ts'
import { getNamedRole, userIdOf } from './named-user.ts'

export const accessCommands: Record<string, Command> = {
  'user:archive': {
    usage: 'EMAIL',
    summary: 'end the sessions and tokens of a user, who can no longer sign in; nothing is deleted',
    takes: ['EMAIL'],
    run: async (installation, _values, [email = '']) => {
      const { id, archivedAt } = await withIdentity(installation, async deps =>
        archiveUser(deps, consoleActor, await userIdOf(deps, email)),
      )
      return {
        json: { id, email, archivedAt },
        text: `${email} is archived, and signed out on all devices.`,
      }
    },
  },

  'user:restore': {
    usage: 'EMAIL',
    summary: 'let an archived user sign in again',
    takes: ['EMAIL'],
    run: async (installation, _values, [email = '']) => {
      const { id } = await withIdentity(installation, async deps =>
        restoreUser(deps, consoleActor, await userIdOf(deps, email)),
      )
      return { json: { id, email, archivedAt: null }, text: `${email} can sign in again.` }
    },
  },

  'user:grant': {
    usage: 'EMAIL ROLE',
    summary: 'assign a role to a user',
    takes: ['EMAIL', 'ROLE'],
    run: async (installation, _values, [email = '', role = '']) => {
      await withIdentity(installation, async deps => {
        const userId = await userIdOf(deps, email)
        await assignRole(deps, consoleActor, { userId, roleId: (await getNamedRole(deps, role)).id })
      })
      return { json: { email, role }, text: `${email} now has the role ${role}.` }
    },
  },

  'user:revoke': {
    usage: 'EMAIL ROLE',
    summary: 'unassign a role from a user; the last owner keeps theirs',
    takes: ['EMAIL', 'ROLE'],
    run: async (installation, _values, [email = '', role = '']) => {
      await withIdentity(installation, async deps => {
        const userId = await userIdOf(deps, email)
        const { id: roleId } = await getNamedRole(deps, role)
        const assigned = await deps.db
          .selectFrom('userRoles')
          .where('userId', '=', userId)
          .where('roleId', '=', roleId)
          .select('id')
          .executeTakeFirst()
        if (!assigned) throw new StartRefused(`${email} does not have the role ${role}`)
        await unassignRole(deps, consoleActor, assigned.id)
      })
      return { json: { email, role }, text: `${email} no longer has the role ${role}.` }
    },
  },
}
