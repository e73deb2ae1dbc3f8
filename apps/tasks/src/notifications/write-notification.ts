import type { Language } from '@atrium/core/language'
import type { MemberRole } from '#projects/project.contract.ts'
import type { Recipient } from './audience.queries.ts'
import type { NotificationType } from './notification.contract.ts'
import { othersOf, roleNames, type Told, texts } from './notification-texts.ts'
import type { Actor, Context, NewNotification } from './store-notifications.queries.ts'

const LONGEST_TITLE = 120
const MOST_NAMES = 3

export interface Happening {
  projectId: number
  boardId?: number | null
  taskId?: number | null
  actorId: number | null
  after?: Record<string, unknown> | undefined
}

/** A comment does not undo the one before: the people are counted. Anything else is what the last one did. */
const counted: NotificationType[] = ['comment.created', 'comment.mention']

/**
 * In the recipient's language, with all that a client needs in order to lead there. `before` is what it replaces: the
 * context of an earlier one of the same type about the same task.
 */
export function writeNotification(
  recipient: Recipient,
  happening: Happening,
  before?: Context,
): NewNotification {
  const { userId, type, language, mail } = recipient
  const { projectId, boardId = null, taskId = null, actorId } = happening
  const { subject, body } = texts[language][type]
  const actor = actorId === null ? null : { id: actorId, name: recipient.actorName }
  const actors = counted.includes(type) ? everyone(before, actor) : []
  const told = toldTo(recipient, happening, actors)
  const places = { type, projectId, boardId, taskId, actorId }
  const context = {
    ...places,
    ...contextOf(recipient, happening),
    actor,
    ...(actors.length > 1 && { actors }),
    ...(before?.replaces && { replaces: before.replaces }),
  }
  // The invited have a letter of their own.
  const byMail = type === 'invitation.created' ? 'none' : mail
  return { ...places, userId, subject: subject(told), body: body(told), context, mail: byMail }
}

/** In the order in which they first did it. */
function everyone(before: Context | undefined, actor: Actor | null) {
  const known = before?.actors ?? [before?.actor]
  return [...new Map([...known, actor].flatMap(one => (one ? [[one.id, one]] : []))).values()]
}

function contextOf(recipient: Recipient, { after = {} }: Happening) {
  const { projectName, taskNumber, taskTitle, dueDate } = recipient
  const { commentId, role, invitationId } = after
  return {
    projectName,
    ...(taskNumber !== null && { taskNumber, taskTitle, dueDate }),
    ...(commentId !== undefined && { commentId }),
    ...(role !== undefined && { role }),
    ...(invitationId !== undefined && { invitationId }),
  }
}

function toldTo(recipient: Recipient, { after }: Happening, actors: Actor[]): Told {
  const { language, projectName, taskNumber, taskTitle, dueDate, actorName, excerpt, mentioned } = recipient
  return {
    actor: actors.length > 1 ? inOneBreath(actors, language) : actorName || 'Atrium',
    isPlural: actors.length > 1,
    project: projectName,
    task: `#${taskNumber} ${shortened(taskTitle ?? '')}`,
    due: dueDate ? dayInWords(dueDate, language) : '',
    excerpt: (excerpt ?? '').replace(/@\[(\d+)\]/g, (token, id) =>
      mentioned?.[id] ? `@${mentioned[id]}` : token,
    ),
    role: after?.role ? roleNames[language][after.role as MemberRole] : '',
  }
}

/** `Ann and Bob`, `Ann, Bob and Carl`, `Ann, Bob and 3 others` */
function inOneBreath(actors: Actor[], language: Language) {
  const names = actors.map(({ name }) => name || 'Atrium')
  const shown = names.length > MOST_NAMES ? names.slice(0, MOST_NAMES - 1) : names
  const others = names.length - shown.length
  const list = others > 0 ? [...shown, othersOf[language](others)] : shown
  return new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(list)
}

/** By characters: half of one could not be stored. */
function shortened(title: string) {
  const characters = Array.from(title)
  return characters.length > LONGEST_TITLE ? `${characters.slice(0, LONGEST_TITLE).join('')}…` : title
}

function dayInWords(date: string, language: string) {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
}
