import { type Language, languageEntry } from '@atrium/core/languages'
import {
  Box,
  type MantineColorScheme,
  type MantineSize,
  SegmentedControl,
  useMantineColorScheme,
} from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { shownLanguages } from '../language.ts'

/** More names than these do not fit beside each other on a phone. */
const MAX_SEGMENTS = 3

interface LanguageSwitchProps {
  size?: MantineSize
  /** Called after the change, to store it elsewhere too. */
  onChoose?: (language: Language) => void
}

export function LanguageSwitch({ size = 'xs', onChoose }: LanguageSwitchProps) {
  const { t, i18n } = useTranslation('ui')
  const choices = shownLanguages().map(code => ({ value: code, label: languageEntry(code).name }))
  const common = { 'aria-label': t('language'), value: i18n.resolvedLanguage as Language }
  const choose = (language: Language) => {
    void i18n.changeLanguage(language)
    onChoose?.(language)
  }
  if (choices.length === 1) return null
  if (choices.length > MAX_SEGMENTS)
    // A select of the library would bring its input fields into the first script.
    return (
      <Box
        {...common}
        component="select"
        w="100%"
        p="xs"
        fz={size}
        onChange={event => choose(event.currentTarget.value as Language)}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Box>
    )
  return <SegmentedControl {...common} size={size} data={choices} fullWidth onChange={choose} />
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
