import type { MemberRole } from '#projects/project.schema.ts'
import type { Recipient } from './audience.queries.ts'
import { roleNames, type Told, texts } from './notification-texts.ts'
import type { NewNotification } from './store-notifications.queries.ts'

const LONGEST_TITLE = 120

interface Happening {
  projectId: number
  boardId?: number | null
  taskId?: number | null
  actorId: number | null
  after?: Record<string, unknown> | undefined
}

/** In the recipient's language, with all that a client needs in order to lead there. */
export function writeNotification(recipient: Recipient, happening: Happening): NewNotification {
  const { userId, type, language, mail } = recipient
  const { projectId, boardId = null, taskId = null, actorId } = happening
  const { subject, body } = texts[language][type]
  const told = toldTo(recipient, happening)
  const places = { type, projectId, boardId, taskId, actorId }
  const context = { ...places, ...contextOf(recipient, happening) }
  // The invited have a letter of their own.
  const byMail = type === 'invitation.created' ? 'none' : mail
  return { ...places, userId, subject: subject(told), body: body(told), context, mail: byMail }
}

function contextOf(recipient: Recipient, { actorId, after = {} }: Happening) {
  const { projectName, taskNumber, taskTitle, dueDate, actorName } = recipient
  const { commentId, role, invitationId } = after
  return {
    projectName,
    ...(taskNumber !== null && { taskNumber, taskTitle, dueDate }),
    ...(commentId !== undefined && { commentId }),
    ...(role !== undefined && { role }),
    ...(invitationId !== undefined && { invitationId }),
    actor: actorId === null ? null : { id: actorId, name: actorName },
  }
}

function toldTo(recipient: Recipient, { after }: Happening): Told {
  const { language, projectName, taskNumber, taskTitle, dueDate, actorName, excerpt, mentioned } = recipient
  return {
    actor: actorName || 'Atrium',
    project: projectName,
    task: `#${taskNumber} ${shortened(taskTitle ?? '')}`,
    due: dueDate ? dayInWords(dueDate, language) : '',
    excerpt: (excerpt ?? '').replace(/@\[(\d+)\]/g, (token, id) =>
      mentioned?.[id] ? `@${mentioned[id]}` : token,
    ),
    role: after?.role ? roleNames[language][after.role as MemberRole] : '',
  }
}

/** By characters: half of one could not be stored. */
function shortened(title: string) {
  const characters = Array.from(title)
  return characters.length > LONGEST_TITLE ? `${characters.slice(0, LONGEST_TITLE).join('')}…` : title
}

function dayInWords(date: string, language: string) {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
}
