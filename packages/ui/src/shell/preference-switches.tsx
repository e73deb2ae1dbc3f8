import { type Language, languageEntry } from '@atrium/core/languages'
import {
  type MantineColorScheme,
  type MantineSize,
  SegmentedControl,
  useMantineColorScheme,
} from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { shownLanguages } from '../language.ts'

/** More names than these do not fit beside each other on a phone. */
const MAX_SIDE_BY_SIDE = 3

interface LanguageSwitchProps {
  size?: MantineSize
  /** Called after the change, to store it elsewhere too. */
  onChoose?: (language: Language) => void
}

export function LanguageSwitch({ size = 'xs', onChoose }: LanguageSwitchProps) {
  const { t, i18n } = useTranslation('ui')
  const choices = shownLanguages().map(code => ({ value: code, label: languageEntry(code).name }))
  if (choices.length === 1) return null
  return (
    <SegmentedControl
      aria-label={t('language')}
      size={size}
      fullWidth
      orientation={choices.length > MAX_SIDE_BY_SIDE ? 'vertical' : 'horizontal'}
      data={choices}
      value={i18n.resolvedLanguage as Language}
      onChange={language => {
        void i18n.changeLanguage(language)
        onChoose?.(language)
      }}
    />
  )
}

const schemes: MantineColorScheme[] = ['auto', 'light', 'dark']

interface ColorSchemeSwitchProps {
  size?: MantineSize
  /** Called after the change, to store it elsewhere too. */
  onChoose?: (scheme: MantineColorScheme) => void
}

export function ColorSchemeSwitch({ size = 'xs', onChoose }: ColorSchemeSwitchProps) {
  const { t } = useTranslation('ui')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      aria-label={t('colorScheme.label')}
      size={size}
      fullWidth
      data={schemes.map(value => ({ value, label: t(`colorScheme.${value}`) }))}
      value={colorScheme}
      onChange={scheme => {
        setColorScheme(scheme)
        onChoose?.(scheme)
      }}
    />
  )
}
