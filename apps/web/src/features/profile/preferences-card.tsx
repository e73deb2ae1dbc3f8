import type { UserSettings } from '@atrium/tasks/administration/user.contract'
import { ColorSchemeSwitch, LanguageSwitch } from '@atrium/ui/shell/preference-switches'
import { type ComboboxItem, type OptionsFilter, Select, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { themeOf, useUpdateSettings } from '../../data/user-settings.ts'
import { SavedNote, Setting, SettingsCard } from './settings-card.tsx'
import { browserTimeZone, offsetOf, timeZones } from './time-zones.ts'

/** What is chosen is kept at once. */
export function PreferencesCard({ settings }: { settings: UserSettings }) {
  const { t } = useTranslation()
  const { mutate, isSuccess } = useUpdateSettings()
  return (
    <SettingsCard
      title={t('profile.settings.title')}
      text={t('profile.settings.text')}
      note={<SavedNote isSaved={isSuccess} />}
    >
      <Setting label={t('profile.settings.language')}>
        <LanguageSwitch size="sm" onChoose={language => mutate({ language })} />
      </Setting>
      <Setting label={t('profile.settings.theme')} text={t('profile.settings.themeText')}>
        <ColorSchemeSwitch size="sm" onChoose={scheme => mutate({ theme: themeOf(scheme) })} />
      </Setting>
      <Setting label={t('profile.settings.timeZone')} text={t('profile.settings.timeZoneText')}>
        <TimeZoneSelect value={settings.timeZone} onChange={timeZone => mutate({ timeZone })} />
      </Setting>
    </SettingsCard>
  )
}

/** Stands for null, which a list cannot offer. */
const AS_IN_BROWSER = 'browser'

interface TimeZoneSelectProps {
  value: string | null
  onChange: (zone: string | null) => void
}

function TimeZoneSelect({ value, onChange }: TimeZoneSelectProps) {
  const { t, i18n } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const zones = useMemo(() => (isOpen ? timeZones(i18n.language) : []), [isOpen, i18n.language])
  const asInBrowser = {
    value: AS_IN_BROWSER,
    label: t('profile.settings.asInBrowser', { zone: browserTimeZone() }),
    hint: offsetOf(browserTimeZone()),
  }
  const offered = zones.map(({ value, name, offset }) => ({
    value,
    label: value,
    hint: `${offset} · ${name}`,
  }))
  // The list is created when it is opened; the chosen zone is shown before, even if this browser does not know it.
  const isOffered = value === null || offered.some(zone => zone.value === value)
  const chosen = isOffered ? [] : [{ value, label: value, hint: '' }]
  return (
    <Select
      aria-label={t('profile.settings.timeZone')}
      data={[asInBrowser, ...chosen, ...offered]}
      value={value ?? AS_IN_BROWSER}
      onChange={next => next && onChange(next === AS_IN_BROWSER ? null : next)}
      onDropdownOpen={() => setIsOpen(true)}
      allowDeselect={false}
      searchable
      selectFirstOptionOnChange
      filter={byNameOrPlace}
      maxDropdownHeight={320}
      nothingFoundMessage={t('profile.settings.noZone')}
      renderOption={({ option }) => <Zone {...(option as ZoneOption)} />}
    />
  )
}

interface ZoneOption extends ComboboxItem {
  hint: string
}

function Zone({ label, hint }: ZoneOption) {
  return (
    <Stack gap={0}>
      <span>{label.replaceAll('_', ' ')}</span>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    </Stack>
  )
}

const byNameOrPlace: OptionsFilter = ({ options, search }) => {
  const words = search.toLowerCase().replaceAll('_', ' ').split(/\s+/)
  return (options as ZoneOption[]).filter(({ label, hint }) => {
    const text = `${label.replaceAll('_', ' ')} ${hint}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}
