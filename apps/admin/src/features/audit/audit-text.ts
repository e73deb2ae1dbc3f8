import { BYTE_ORDER_MARK, toCsv } from '@atrium/core/csv'
import type { NamedAuditRecord } from '@atrium/identity/audit/audit.contract'
import type en from '@atrium/texts/en/admin/audit'
import type { TFunction } from 'i18next'

type Subject = keyof typeof en.subjects

/** In plain words; an unknown action has its own name. */
export function actionWords(t: TFunction, action: string) {
  const [group, verb] = action.split('.')
  return t(`audit.actions.${group}.${verb}` as 'audit.actions.user.archived', { defaultValue: action })
}

export function actorWords(t: TFunction, { actorId, actorName, clientId, action }: NamedAuditRecord) {
  if (actorName) return actorName
  if (actorId !== null) return t('audit.formerUser', { id: actorId })
  if (action.startsWith('sign-in.')) return t('audit.nobody')
  return clientId ? t('audit.byClient', { clientId }) : t('audit.console')
}

/** A user by name alone, everything else with its kind. */
export function subjectWords(t: TFunction, record: NamedAuditRecord) {
  const { subjectType, subjectId, subjectName, details } = record
  if (!subjectType) return typeof details.recipient === 'string' ? details.recipient : ''
  if (subjectType === 'user' && subjectName) return subjectName
  const kind = t(`audit.subjects.${subjectType as Subject}`, { defaultValue: subjectType })
  // The entry keeps the name of what was deleted.
  const name = subjectName ?? (typeof details.name === 'string' ? details.name : subjectId)
  return `${kind} ${name ?? ''}`.trim()
}

type Group = keyof typeof en.groups

/** Every action of the log, grouped by subject. */
export function actionChoices(t: TFunction) {
  const actions = t('audit.actions', { returnObjects: true }) as Record<Group, Record<string, string>>
  return Object.entries(actions).map(([group, verbs]) => ({
    group: t(`audit.groups.${group as Group}`),
    items: Object.entries(verbs).map(([verb, label]) => ({ value: `${group}.${verb}`, label })),
  }))
}

export function auditCsv(records: NamedAuditRecord[], t: TFunction) {
  const head = [
    'at',
    'actor',
    'actorId',
    'action',
    'words',
    'subject',
    'subjectId',
    'address',
    'client',
    'requestId',
    'details',
  ]
  const rows = records.map(record => [
    record.at,
    actorWords(t, record),
    record.actorId,
    record.action,
    actionWords(t, record.action),
    subjectWords(t, record),
    record.subjectId,
    record.address,
    record.clientId,
    record.requestId,
    JSON.stringify(record.details),
  ])
  return BYTE_ORDER_MARK + toCsv([head, ...rows], { quotes: true })
}
