import { contractsOf } from '@atrium/core/contract'
import { Body, Message, OneOf } from '@atrium/core/schema'
import type { Static } from 'typebox'
import { inProject } from '#access.contract.ts'

const activity = OneOf('viewing', 'commenting', 'describing', 'left')
export type TaskActivity = Static<typeof activity>

const PresenceAtTask = Body({ activity })

const contract = contractsOf('Events')

export const announcePresence = contract('announcePresence', 'PUT /task/:id/presence', {
  summary: 'Announce that you have a task open',
  description:
    'Sends a `task-presence` event to everyone who follows the board or project of the task. Nothing is stored: repeat it every 25 seconds, and after 60 seconds without it others no longer see you. Answer an announcement by someone new with your own.',
  access: inProject('project.read'),
  body: PresenceAtTask,
  reply: Message,
  errors: ['task_deleted'],
})
