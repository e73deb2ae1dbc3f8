import { StartRefused } from '@atrium/core/errors'
import { consoleActor } from '@atrium/identity/access-control/actor'
import { getOffboarding, offboardUser } from '@atrium/identity/users/offboarding/offboarding.commands'
import type { Offboarding } from '@atrium/identity/users/offboarding/offboarding.contract'
import { getUser } from '@atrium/identity/users/user.queries'
import { withIdentity } from '../identity-deps.ts'
import type { Command } from './command.ts'
import { userIdOf } from './named-user.ts'

export const offboardCommands: Record<string, Command> = {
  'user:offboard': {
    usage: 'EMAIL|ID [--to EMAIL|ID] [--yes]',
    summary:
      'archive a user, end everything, and hand open tasks, projects and shared views over to someone. Without --yes it only lists what the user leaves',
    options: { to: { type: 'string' }, yes: { type: 'boolean' } },
    takes: ['EMAIL|ID'],
    run: async (installation, { to, yes }, [named = '']) =>
      withIdentity(installation, async deps => {
        const id = await userIdOf(deps, named)
        const successorId = typeof to === 'string' ? await userIdOf(deps, to) : null
        const { email } = await getUser(deps.db, id)
        if (!yes) {
          const left = await getOffboarding(deps, id)
          if (left.requestedAt) return { json: left, text: describe(email, left) }
          throw new StartRefused(
            `${describe(email, left)}\nRepeat the command with --yes to offboard ${email}.`,
          )
        }
        const done = await offboardUser(deps, consoleActor, id, successorId)
        return {
          json: done,
          text: `${email} is archived, and signed out on all devices. ${
            successorId === null
              ? 'Their work stays as it is.'
              : 'The running services hand their work over as soon as they can.'
          }`,
        }
      }),
  },
}

function describe(email: string, { ending, leftWork, requestedAt, handedOverAt }: Offboarding) {
  const { sessions, personalTokens, applications } = ending
  const lines = [
    `${email} has ${sessions} sessions, ${personalTokens.length} personal access tokens and ${applications.length} connected applications, which end.`,
    leftWork
      ? `They leave ${leftWork.openTasks} open tasks (${leftWork.recurringTasks} repeat), ${leftWork.sharedViews} shared views, ${leftWork.sharedTemplates} shared templates, and own ${leftWork.ownedProjects.length} projects${leftWork.ownedProjects.map(({ name }) => `\n  ${name}`).join('')}`
      : 'The task service does not answer, so their work cannot be listed.',
  ]
  if (requestedAt) lines.push(handedOverAt ? `Handed over at ${handedOverAt}.` : 'Not handed over yet.')
  return lines.join('\n')
}
