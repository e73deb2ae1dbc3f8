import type { NamedAuditRecord } from '@atrium/identity/audit/audit.contract'
import type { TFunction } from 'i18next'
import { actionWords, actorWords, subjectWords } from './audit-words.ts'

/** With a mark at its beginning by which spreadsheets know that it is UTF-8. */
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
  return `\uFEFF${[head, ...rows].map(row => row.map(cell).join(',')).join('\r\n')}\r\n`
}

/** A spreadsheet takes what begins with one of these for a formula. */
function cell(value: string | number | null) {
  const text = String(value ?? '')
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
