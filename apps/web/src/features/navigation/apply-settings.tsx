import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { colorSchemeOf, userSettingsQuery } from '../../data/user-settings.ts'

/** What the account remembers wins over what this browser remembers: so a new device looks like the old one. */
export function ApplySettings() {
  const { i18n } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const { data: settings } = useQuery(userSettingsQuery)
  const { language, theme } = settings ?? {}

  const applyLanguage = useEffectEvent((chosen: typeof language) => {
    if (chosen && chosen !== i18n.resolvedLanguage) void i18n.changeLanguage(chosen)
  })
  const applyTheme = useEffectEvent((chosen: typeof theme) => {
    if (chosen) setColorScheme(colorSchemeOf(chosen))
  })
  useEffect(() => applyLanguage(language), [language])
  useEffect(() => applyTheme(theme), [theme])
  return null
}
