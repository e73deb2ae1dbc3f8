import { type MantineSize, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Language, languages } from './language.ts'

const choices = Object.entries(languages).map(([value, label]) => ({ value: value as Language, label }))

interface LanguageSwitchProps {
  size?: MantineSize
  /** Called after the change, to store it elsewhere too. */
  onChoose?: (language: Language) => void
}

export function LanguageSwitch({ size = 'xs', onChoose }: LanguageSwitchProps) {
  const { t, i18n } = useTranslation('ui')
  return (
    <SegmentedControl
      aria-label={t('language')}
      size={size}
      fullWidth
      data={choices}
      value={i18n.resolvedLanguage as Language}
      onChange={language => {
        void i18n.changeLanguage(language)
        onChoose?.(language)
      }}
    />
  )
}
