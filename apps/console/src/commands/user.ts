import { randomBytes } from 'node:crypto'
import { ValidationFailed } from '@atrium/core/errors'
import { Body } from '@atrium/core/schema'
import { compileRecordCheck } from '@atrium/core/validation'
import { consoleActor } from '@atrium/identity/access-control/actor'
import { assignRole } from '@atrium/identity/access-control/user-role.commands'
import { registerUser } from '@atrium/identity/registration/registration.commands'
import { Registration } from '@atrium/identity/registration/registration.contract'
import { setPassword } from '@atrium/identity/sign-in/credentials/credentials.commands'
import { Password } from '@atrium/identity/sign-in/credentials/credentials.contract'
import { unlockAccount } from '@atrium/identity/sign-in/lockout/lockout.commands'
import { markEmailVerified } from '@atrium/identity/users/user.queries'
import { withIdentity } from '../identity-deps.ts'
import type { Command } from './command.ts'
import { getNamedRole, userIdOf } from './named-user.ts'
import { accessCommands } from './user-access.ts'
import { eraseCommands } from './user-erase.ts'
import { offboardCommands } from './user-offboard.ts'

const checkRegistration = compileRecordCheck(Registration)
const checkPassword = compileRecordCheck(Body({ password: Password }))

export const userCommands: Record<string, Command> = {
  ...accessCommands,
  ...eraseCommands,
  ...offboardCommands,

  'user:create': {
    usage: '--email … --phone … --surname … --name … [--password …] [--role …]',
    summary: 'create a user; without --password, one is generated and shown once',
    options: {
      email: { type: 'string' },
      phone: { type: 'string' },
      surname: { type: 'string' },
      name: { type: 'string' },
      password: { type: 'string' },
      role: { type: 'string' },
    },
    run: async (installation, { email, phone, surname, name, password, role }) => {
      const generated = password ? undefined : randomBytes(12).toString('base64url')
      const user: Record<string, unknown> = {
        email,
        phone,
        surname,
        name,
        password: password ?? generated,
        consent: true,
        consentSource: 'console',
      }
      const errors = checkRegistration(user)
      if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
      const { id } = await withIdentity(installation, async deps => {
        const given = typeof role === 'string' ? await getNamedRole(deps, role) : undefined
        const isPasswordGenerated = generated !== undefined
        const created = await registerUser(deps, user as Registration, { isPasswordGenerated })
        // The administrator vouches for the address.
        await markEmailVerified(deps.db, created.id, deps.now().toISOString())
        if (given && given.name !== 'user')
          await assignRole(deps, consoleActor, { userId: created.id, roleId: given.id })
        return created
      })
      return {
        json: { id, email, ...(generated && { password: generated }) },
        text: `Created user ${id} (${email}).${generated ? `\npassword  ${generated}   (shown once)` : ''}`,
      }
    },
  },

  'user:password': {
    usage: 'EMAIL [--password …]',
    summary:
      'set a new password, unlock the account and sign it out on all devices; without --password, one is generated',
    options: { password: { type: 'string' } },
    takes: ['EMAIL'],
    run: async (installation, { password }, [email = '']) => {
      const generated = password ? undefined : randomBytes(12).toString('base64url')
      const errors = checkPassword({ password: generated ?? password })
      if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
      await withIdentity(installation, async deps =>
        setPassword(deps, await userIdOf(deps, email), generated ?? String(password)),
      )
      return {
        json: { email, ...(generated && { password: generated }) },
        text: `${email} has a new password and is signed out on all devices.${generated ? `\npassword  ${generated}   (shown once)` : ''}`,
      }
    },
  },

  'user:unlock': {
    usage: 'EMAIL',
    summary: 'unlock a user who is locked out after failed sign-ins',
    takes: ['EMAIL'],
    run: async (installation, _values, [email = '']) => {
      await withIdentity(installation, async deps => unlockAccount(deps, await userIdOf(deps, email)))
      return { json: { email }, text: `${email} can sign in again.` }
    },
  },
}
