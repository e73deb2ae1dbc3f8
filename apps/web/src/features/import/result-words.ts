import { useTranslation } from 'react-i18next'
import type { ItemResult } from './import-result.ts'

/** A result in words, for the table and for the file. */
export function useResultWords() {
  const { t } = useTranslation()
  const notesOf = ({ reason, message, remarks }: ItemResult) => [
    reason && reason !== 'refused' && t(`projects.import.reasons.${reason}`),
    ...remarks.map(remark => t(`projects.import.remarks.${remark}`)),
    message,
  ]
  return {
    header: [
      t('projects.import.fields.title'),
      t('projects.import.report.outcome'),
      t('projects.import.report.notes'),
    ],
    row: (result: ItemResult): [string, string, string] => [
      result.title,
      t(result.taskId === undefined ? 'projects.import.report.wasSkipped' : 'projects.import.report.wasMade'),
      notesOf(result).filter(Boolean).join('; '),
    ],
  }
}
