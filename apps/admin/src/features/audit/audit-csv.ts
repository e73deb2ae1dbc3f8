import { BYTE_ORDER_MARK, toCsv } from '@atrium/core/csv'
import type { NamedAuditRecord } from '@atrium/identity/audit/audit.contract'
import type { TFunction } from 'i18next'
import { actionWords, actorWords, subjectWords } from './audit-words.ts'

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
