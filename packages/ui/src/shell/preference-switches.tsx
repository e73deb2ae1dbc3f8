import { type Language, languages } from '@atrium/core/languages'
import {
  type MantineColorScheme,
  type MantineSize,
  SegmentedControl,
  useMantineColorScheme,
} from '@mantine/core'
import { useTranslation } from 'react-i18next'

const choices = languages.map(({ code, name }) => ({ value: code, label: name }))

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
