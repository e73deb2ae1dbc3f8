import type { Language } from '@atrium/core/language'
import { type Languages, languageEntry, preferredLanguage } from '@atrium/core/languages'
import { fillIn, type Params } from '@atrium/texts/fill-in'
import { taskKey } from '#projects/project-key.contract.ts'
import { texts } from '#texts.ts'
import type { Recipient } from './audience.queries.ts'
import type { NotificationActor, NotificationType } from './notification.contract.ts'
import type { EarlierContext, NewNotification } from './notify.queries.ts'
import type { Subject } from './occasions.ts'

const MAX_TITLE = 120
const MAX_NAMES = 3

/** A replacement of these types names all actors; others show the last change only. */
const counted: NotificationType[] = ['comment.created', 'comment.mention']

export interface Installation {
  /** The languages that it offers. */
  languages: Languages
  /** The name of the installation, which also signs what no person did. */
  product: string
}

/** Written in the recipient's language, if it is offered. `before` is the context of the notification that it replaces. */
export function writeNotification(
  recipient: Recipient,
  about: Subject,
  before: EarlierContext | undefined,
  { languages, product }: Installation,
): NewNotification {
  const language = preferredLanguage([recipient.language], languages)
  const { userId, type, mail } = recipient
  const { projectId, boardId = null, taskId = null, actorId } = about
  const actor = actorId === null ? null : { id: actorId, name: recipient.actorName }
  const actors = counted.includes(type) ? everyActor(before, actor) : []
  const actorNames = (actors.length > 1 ? actors.map(({ name }) => name) : [recipient.actorName]).map(
    name => name || product,
  )
  const params = textParams(language, recipient, about, actorNames)
  const subject = { type, projectId, boardId, taskId, actorId }
  const context = {
    ...subject,
    ...contextOf(recipient, about),
    actor,
    ...(actors.length > 1 && { actors }),
    ...(before?.replaces && { replaces: before.replaces }),
  }
  // The invitation has its own email.
  const byMail = type === 'invitation.created' ? 'none' : mail
  const written = textsOf(language, recipient, { ...about, isReply: isReplyTo(recipient, actors) }, params)
  return { ...subject, userId, ...written, context, mail: byMail }
}

/** Several people who have commented since are not said to have replied, because some may not have. */
function isReplyTo({ type, userId, repliedAuthorId }: Recipient, actors: NotificationActor[]) {
  return type === 'comment.created' && repliedAuthorId === userId && actors.length < 2
}

/** Several tasks that were changed at once have one notification. */
function textsOf(
  language: Language,
  { type }: Recipient,
  { taskCount: count = 0, isReply }: Subject & { isReply: boolean },
  params: Params,
) {
  const key = type.replace('.', '_') as TextKey
  const { subjects, replied, bodies, countedSubjects, inProject } = texts(language).notifications
  const counted = count > 0 ? (countedSubjects as Partial<Record<TextKey, string>>)[key] : undefined
  if (counted === undefined)
    return {
      subject: fillIn(isReply ? replied : subjects[key], params, language),
      body: fillIn(bodies[key], params, language),
    }
  return {
    subject: fillIn(counted, { actor: params.actor, count }, language),
    body: fillIn(inProject, params, language),
  }
}

/** A dot in a key would begin another level. */
type TextKey = NotificationType extends infer Type
  ? Type extends `${infer Of}.${infer What}`
    ? `${Of}_${What}`
    : never
  : never

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

function textParams(
  language: Language,
  recipient: Recipient,
  { role, automation }: Subject,
  actorNames: string[],
): Params {
  const { projectName, projectKey, taskNumber, taskTitle, dueDate } = recipient
  const { excerpt, mentioned } = recipient
  const key = taskNumber === null ? '' : taskKey(taskNumber, projectKey)
  return {
    actor: joinNames(actorNames, language),
    actorCount: actorNames.length,
    project: projectName,
    task: [key, shortened(taskTitle ?? '')].filter(Boolean).join(' '),
    due: dueDate ? dayInWords(dueDate, language) : '',
    excerpt: (excerpt ?? '').replace(/@\[(\d+)\]/g, (token, id) =>
      mentioned?.[id] ? `@${mentioned[id]}` : token,
    ),
    text: automation?.text ?? '',
    name: automation?.name ?? '',
    reason: automation?.reason ?? '',
    role: role ? texts(language).notifications.roles[role] : '',
  }
}

/** `Ann and Bob`, `Ann, Bob and Carl`, `Ann, Bob and 3 others` */
function joinNames(names: string[], language: Language) {
  const shown = names.length > MAX_NAMES ? names.slice(0, MAX_NAMES - 1) : names
  const others = names.length - shown.length
  const list =
    others > 0 ? [...shown, fillIn(texts(language).notifications.others, { count: others }, language)] : shown
  return new Intl.ListFormat(languageEntry(language).locale).format(list)
}

/** By code points: half a surrogate pair cannot be stored. */
function shortened(title: string) {
  const characters = Array.from(title)
  return characters.length > MAX_TITLE ? `${characters.slice(0, MAX_TITLE).join('')}…` : title
}

function dayInWords(date: string, language: string) {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
}
