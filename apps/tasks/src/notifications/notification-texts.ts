import { type Language, pluralRu } from '@atrium/core/language'
import type { MemberRole } from '#projects/rights.contract.ts'
import type { NotificationType } from './notification.contract.ts'

export interface TextParams {
  actor: string
  /** Whether there are several actors. */
  isPlural: boolean
  project: string
  /** `WR-12 Fix login` */
  task: string
  /** A formatted date, or empty. */
  due: string
  excerpt: string
  role: string
}

type Text = (params: TextParams) => string
type Texts = Record<NotificationType, { subject: Text; body: Text }>

const inProject = {
  en: ({ project }: TextParams) => `Project “${project}”.`,
  ru: ({ project }: TextParams) => `Проект «${project}».`,
}

const en: Texts = {
  'task.assigned': {
    subject: ({ actor, task }) => `${actor} assigned you ${task}`,
    body: params => [inProject.en(params), params.due && `Due on ${params.due}.`].filter(Boolean).join(' '),
  },
  'task.unassigned': {
    subject: ({ actor, task }) => `${actor} unassigned you from ${task}`,
    body: inProject.en,
  },
  'task.completed': { subject: ({ actor, task }) => `${actor} completed ${task}`, body: inProject.en },
  'task.moved_out': {
    subject: ({ actor, project, task }) => `${actor} moved ${task} out of the project “${project}”`,
    body: () => 'You are not a member of the project that it moved to.',
  },
  'task.moved_in': {
    subject: ({ actor, project, task }) => `${actor} moved ${task} to the project “${project}”`,
    body: () => 'It has a new number there.',
  },
  'task.unblocked': { subject: ({ task }) => `${task} is no longer blocked`, body: inProject.en },
  'task.due_changed': {
    subject: ({ actor, task }) => `${actor} changed the due date of ${task}`,
    body: ({ due }) => (due ? `It is now due on ${due}.` : 'The due date was removed.'),
  },
  'task.due_soon': {
    subject: ({ task }) => `${task} is due soon`,
    body: ({ due }) => `It is due on ${due}.`,
  },
  'task.overdue': { subject: ({ task }) => `${task} is overdue`, body: ({ due }) => `It was due on ${due}.` },
  'comment.created': {
    subject: ({ actor, task }) => `${actor} commented on ${task}`,
    body: ({ excerpt }) => excerpt,
  },
  'comment.mention': {
    subject: ({ actor, task }) => `${actor} mentioned you in ${task}`,
    body: ({ excerpt }) => excerpt,
  },
  'project.member_added': {
    subject: ({ actor, project }) => `${actor} added you to the project “${project}”`,
    body: ({ role }) => `Your role is ${role}.`,
  },
  'project.member_removed': {
    subject: ({ actor, project }) => `${actor} removed you from the project “${project}”`,
    body: () => 'You no longer have access to its boards and tasks.',
  },
  'project.role_changed': {
    subject: ({ actor, project }) => `${actor} changed your role in the project “${project}”`,
    body: ({ role }) => `Your role is now ${role}.`,
  },
  'invitation.created': {
    subject: ({ actor, project }) => `${actor} invited you to the project “${project}”`,
    body: ({ role }) =>
      `Your role will be ${role}. You can accept it here or with the link in the invitation email.`,
  },
  'invitation.accepted': {
    subject: ({ actor, project }) => `${actor} accepted your invitation to the project “${project}”`,
    body: ({ role }) => `Their role is ${role}.`,
  },
}

// In the present tense, which has no grammatical gender in Russian.
const ru: Texts = {
  'task.assigned': {
    subject: ({ actor, task }) => `${actor} назначает вам ${task}`,
    body: params => [inProject.ru(params), params.due && `Срок: ${params.due}`].filter(Boolean).join(' '),
  },
  'task.unassigned': { subject: ({ actor, task }) => `${actor} снимает с вас ${task}`, body: inProject.ru },
  'task.completed': { subject: ({ actor, task }) => `${actor} завершает ${task}`, body: inProject.ru },
  'task.moved_out': {
    subject: ({ actor, project, task }) => `${actor} переносит ${task} из проекта «${project}» в другой`,
    body: () => 'Вы не участвуете в проекте, в который перенесена задача.',
  },
  'task.moved_in': {
    subject: ({ actor, project, task }) => `${actor} переносит ${task} в проект «${project}»`,
    body: () => 'Теперь у задачи новый номер.',
  },
  'task.unblocked': { subject: ({ task }) => `Больше ничего не блокирует ${task}`, body: inProject.ru },
  'task.due_changed': {
    subject: ({ actor, task }) => `${actor} меняет срок ${task}`,
    body: ({ due }) => (due ? `Новый срок: ${due}` : 'Срок снят.'),
  },
  'task.due_soon': { subject: ({ task }) => `Скоро срок: ${task}`, body: ({ due }) => `Срок: ${due}` },
  'task.overdue': { subject: ({ task }) => `Просрочено: ${task}`, body: ({ due }) => `Срок был: ${due}` },
  'comment.created': {
    subject: ({ actor, isPlural, task }) => `${actor} ${isPlural ? 'комментируют' : 'комментирует'} ${task}`,
    body: ({ excerpt }) => excerpt,
  },
  'comment.mention': {
    subject: ({ actor, isPlural, task }) => `${actor} ${isPlural ? 'упоминают' : 'упоминает'} вас в ${task}`,
    body: ({ excerpt }) => excerpt,
  },
  'project.member_added': {
    subject: ({ actor, project }) => `${actor} добавляет вас в проект «${project}»`,
    body: ({ role }) => `Ваша роль: ${role}.`,
  },
  'project.member_removed': {
    subject: ({ actor, project }) => `${actor} удаляет вас из проекта «${project}»`,
    body: () => 'Его доски и задачи вам больше недоступны.',
  },
  'project.role_changed': {
    subject: ({ actor, project }) => `${actor} меняет вашу роль в проекте «${project}»`,
    body: ({ role }) => `Теперь ваша роль: ${role}.`,
  },
  'invitation.created': {
    subject: ({ actor, project }) => `${actor} приглашает вас в проект «${project}»`,
    body: ({ role }) => `Ваша роль: ${role}. Приглашение можно принять здесь или по ссылке из письма.`,
  },
  'invitation.accepted': {
    subject: ({ actor, project }) => `${actor} принимает ваше приглашение в проект «${project}»`,
    body: ({ role }) => `Роль: ${role}.`,
  },
}

export const texts: Record<Language, Texts> = { en, ru }

type CountedText = (params: { actor: string; count: number }) => string

/** Subjects about many tasks that were changed at once. */
export const countedSubjects: Record<Language, Partial<Record<NotificationType, CountedText>>> = {
  en: {
    'task.assigned': ({ actor, count }) => `${actor} assigned you ${count} tasks`,
    'task.unassigned': ({ actor, count }) => `${actor} unassigned you from ${count} tasks`,
    'task.completed': ({ actor, count }) => `${actor} completed ${count} tasks`,
    'task.moved_out': ({ actor, count }) => `${actor} moved ${count} tasks to another project`,
    'task.moved_in': ({ actor, count }) => `${actor} moved ${count} tasks to this project`,
    'task.unblocked': ({ count }) => `${count} tasks are no longer blocked`,
    'task.due_changed': ({ actor, count }) => `${actor} changed the due dates of ${count} tasks`,
  },
  ru: {
    'task.assigned': ({ actor, count }) =>
      `${actor} назначает вам ${pluralRu(count, 'задачу', 'задачи', 'задач')}`,
    'task.unassigned': ({ actor, count }) =>
      `${actor} снимает с вас ${pluralRu(count, 'задачу', 'задачи', 'задач')}`,
    'task.completed': ({ actor, count }) =>
      `${actor} завершает ${pluralRu(count, 'задачу', 'задачи', 'задач')}`,
    'task.moved_out': ({ actor, count }) =>
      `${actor} переносит ${pluralRu(count, 'задачу', 'задачи', 'задач')} в другой проект`,
    'task.moved_in': ({ actor, count }) =>
      `${actor} переносит ${pluralRu(count, 'задачу', 'задачи', 'задач')} в этот проект`,
    'task.unblocked': ({ count }) =>
      `Больше ничего не блокирует ${pluralRu(count, 'задачу', 'задачи', 'задач')}`,
    'task.due_changed': ({ actor, count }) =>
      `${actor} меняет срок ${pluralRu(count, 'задачи', 'задач', 'задач')}`,
  },
}

export const projectSentence = inProject

/** The end of a long list of names. */
export const othersOf: Record<Language, (count: number) => string> = {
  en: count => `${count} others`,
  ru: count => `ещё ${count}`,
}

export const roleNames: Record<Language, Record<MemberRole, string>> = {
  en: { viewer: 'viewer', member: 'member', manager: 'manager', owner: 'owner' },
  ru: { viewer: 'наблюдатель', member: 'участник', manager: 'менеджер', owner: 'владелец' },
}
