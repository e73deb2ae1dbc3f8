import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportOptions } from './import-options.ts'

interface TrelloOptionsFormProps {
  options: ImportOptions
  onChange: (changes: Partial<ImportOptions>) => void
}

export function TrelloOptionsForm({ options, onChange }: TrelloOptionsFormProps) {
  const { t } = useTranslation()
  return (
    <Checkbox
      label={t('import.withArchived')}
      checked={options.withArchived}
      onChange={event => onChange({ withArchived: event.currentTarget.checked })}
    />
  )
}
