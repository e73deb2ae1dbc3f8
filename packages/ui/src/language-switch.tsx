import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { languages } from './language.ts'

const choices = Object.entries(languages).map(([value, label]) => ({ value, label }))

export function LanguageSwitch() {
  const { t, i18n } = useTranslation('ui')
  return (
    <SegmentedControl
      aria-label={t('language')}
      size="xs"
      fullWidth
      data={choices}
      value={i18n.resolvedLanguage}
      onChange={language => void i18n.changeLanguage(language)}
    />
  )
}
