import type { Language } from '@atrium/core/language'
import { taskKey } from '#projects/project-key.contract.ts'
import type { Recipient } from './audience.queries.ts'
import type { NotificationActor, NotificationType } from './notification.contract.ts'
import {
  countedSubjects,
  othersOf,
  projectSentence,
  roleNames,
  type TextParams,
  texts,
} from './notification-texts.ts'
import type { EarlierContext, NewNotification } from './notify.queries.ts'
import type { Subject } from './occasions.ts'

const MAX_TITLE = 120
const MAX_NAMES = 3

/** A replacement of these types names all actors; others show the last change only. */
const counted: NotificationType[] = ['comment.created', 'comment.mention']

/** Written in the recipient's language. `before` is the context of the notification that it replaces. */
export function writeNotification(
  recipient: Recipient,
  about: Subject,
  before?: EarlierContext,
): NewNotification {
  const { userId, type, mail } = recipient
  const { projectId, boardId = null, taskId = null, actorId } = about
  const { subject, body } = textsOf(recipient, about)
  const actor = actorId === null ? null : { id: actorId, name: recipient.actorName }
  const actors = counted.includes(type) ? everyActor(before, actor) : []
  const params = textParams(recipient, about, actors)
  const places = { type, projectId, boardId, taskId, actorId }
  const context = {
    ...places,
    ...contextOf(recipient, about),
    actor,
    ...(actors.length > 1 && { actors }),
    ...(before?.replaces && { replaces: before.replaces }),
  }
  // The invitation has its own email.
  const byMail = type === 'invitation.created' ? 'none' : mail
  return { ...places, userId, subject: subject(params), body: body(params), context, mail: byMail }
}

function textsOf({ language, type, actorName }: Recipient, { taskCount: count = 0 }: Subject) {
  const counted = count > 0 ? countedSubjects[language][type] : undefined
  if (!counted) return texts[language][type]
  return {
    subject: () => counted({ actor: actorName || 'Atrium', count }),
    body: projectSentence[language],
  }
}

/** In the order of their first action. */
function everyActor(before: EarlierContext | undefined, actor: NotificationActor | null) {
  const known = before?.actors ?? [before?.actor]
  return [...new Map([...known, actor].flatMap(one => (one ? [[one.id, one]] : []))).values()]
}

function contextOf(recipient: Recipient, { commentId, role, invitationId, taskCount }: Subject) {
  const { projectName, taskNumber, taskTitle, dueDate } = recipient
  return {
    projectName,
    ...(taskNumber !== null && { taskNumber }),
    ...(taskTitle !== null && { taskTitle, dueDate }),
    ...(taskCount !== undefined && { taskCount }),
    ...(commentId !== undefined && { commentId }),
    ...(role !== undefined && { role }),
    ...(invitationId !== undefined && { invitationId }),
  }
}

function textParams(recipient: Recipient, { role }: Subject, actors: NotificationActor[]): TextParams {
  const { language, projectName, projectKey, taskNumber, taskTitle, dueDate, actorName } = recipient
  const { excerpt, mentioned } = recipient
  const key = taskNumber === null ? '' : taskKey(taskNumber, projectKey)
  return {
    actor: actors.length > 1 ? joinNames(actors, language) : actorName || 'Atrium',
    isPlural: actors.length > 1,
    project: projectName,
    task: [key, shortened(taskTitle ?? '')].filter(Boolean).join(' '),
    due: dueDate ? dayInWords(dueDate, language) : '',
    excerpt: (excerpt ?? '').replace(/@\[(\d+)\]/g, (token, id) =>
      mentioned?.[id] ? `@${mentioned[id]}` : token,
    ),
    role: role ? roleNames[language][role] : '',
  }
}

/** `Ann and Bob`, `Ann, Bob and Carl`, `Ann, Bob and 3 others` */
function joinNames(actors: NotificationActor[], language: Language) {
  const names = actors.map(({ name }) => name || 'Atrium')
  const shown = names.length > MAX_NAMES ? names.slice(0, MAX_NAMES - 1) : names
  const others = names.length - shown.length
  const list = others > 0 ? [...shown, othersOf[language](others)] : shown
  return new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(list)
}

/** By code points: half a surrogate pair cannot be stored. */
function shortened(title: string) {
  const characters = Array.from(title)
  return characters.length > MAX_TITLE ? `${characters.slice(0, MAX_TITLE).join('')}…` : title
}

function dayInWords(date: string, language: string) {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
}
