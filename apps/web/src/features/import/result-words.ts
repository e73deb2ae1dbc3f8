import { useTranslation } from 'react-i18next'
import type { ItemResult } from './import-result.ts'

/** A result in words, for the table and for the file. */
export function useResultWords() {
  const { t } = useTranslation()
  const notesOf = ({ reason, message, remarks }: ItemResult) => [
    reason && reason !== 'refused' && t(`import.reasons.${reason}`),
    ...remarks.map(remark => t(`import.remarks.${remark}`)),
    message,
  ]
  return {
    header: [t('import.fields.title'), t('import.report.outcome'), t('import.report.notes')],
    row: (result: ItemResult): [string, string, string] => [
      result.title,
      t(result.taskId === undefined ? 'import.report.wasSkipped' : 'import.report.created'),
      notesOf(result).filter(Boolean).join('; '),
    ],
  }
}
