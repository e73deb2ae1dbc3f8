import type { CurrentUser, UserSettings } from '@atrium/tasks/administration/user.contract'
import { fullName } from '@atrium/ui/format'
import { IconCheck } from '@atrium/ui/icons'
import { shownLanguages } from '@atrium/ui/language'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { ColorSchemeSwitch, LanguageSwitch } from '@atrium/ui/shell/preference-switches'
import {
  Badge,
  Button,
  Card,
  type ComboboxItem,
  Flex,
  Group,
  type OptionsFilter,
  Select,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { themeOf, useUpdateSettings } from '../../data/account/user-settings.ts'
import classes from './settings-card.module.css'
import { browserTimeZone, offsetOf, timeZones } from './time-zones.ts'
import { WorkingHours } from './working-hours.tsx'

export function AccountCard({ user }: { user: CurrentUser }) {
  const { t } = useTranslation()
  return (
    <SettingsCard title={t('profile.account.title')} text={t('profile.account.text')}>
      <Group gap="lg" align="center">
        <PersonAvatar person={user} size={72} />
        <Stack gap={4} flex={1} miw={200}>
          <Text fw={600} fz="lg">
            {fullName(user)}
          </Text>
          <Text c="dimmed">{[user.post, user.email].filter(Boolean).join(' · ')}</Text>
          <Group gap={6} mt={4} role="list" aria-label={t('profile.account.roles')}>
            {user.isOwner && (
              <Badge color="amber" role="listitem">
                {t('profile.account.owner')}
              </Badge>
            )}
            {user.roles.map(role => (
              <Badge key={role} role="listitem">
                {role}
              </Badge>
            ))}
          </Group>
        </Stack>
        <Button component="a" href={user.accountUrl} variant="default">
          {t('profile.account.open')}
        </Button>
      </Group>
    </SettingsCard>
  )
}

/** Every choice is saved immediately. */
export function PreferencesCard({ settings }: { settings: UserSettings }) {
  const { t } = useTranslation()
  const { mutate, isSuccess } = useUpdateSettings()
  return (
    <SettingsCard
      title={t('profile.settings.title')}
      text={t('profile.settings.text')}
      note={<SavedNote isSaved={isSuccess} />}
    >
      {shownLanguages().length > 1 && (
        <Setting label={t('profile.settings.language')}>
          <LanguageSwitch size="sm" onChoose={language => mutate({ language })} />
        </Setting>
      )}
      <Setting label={t('profile.settings.theme')} text={t('profile.settings.themeText')}>
        <ColorSchemeSwitch size="sm" onChoose={scheme => mutate({ theme: themeOf(scheme) })} />
      </Setting>
      <Setting label={t('profile.settings.timeZone')} text={t('profile.settings.timeZoneText')}>
        <TimeZoneSelect value={settings.timeZone} onChange={timeZone => mutate({ timeZone })} />
      </Setting>
      <Setting label={t('profile.settings.workingHours')} text={t('profile.settings.workingHoursText')}>
        <WorkingHours settings={settings} onChange={mutate} />
      </Setting>
    </SettingsCard>
  )
}

/** Stands for null, which a Select cannot have as a value. */
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

interface SettingsCardProps {
  title: string
  text: string
  /** The result of the last change. */
  note?: ReactNode
  children: ReactNode
}

export function SettingsCard({ title, text, note, children }: SettingsCardProps) {
  return (
    <Card component="section" shadow="xs" p={{ base: 'lg', sm: 'xl' }}>
      <Group justify="space-between" gap="xs" mb="lg" align="flex-start">
        <div>
          <Title order={2} size="h3">
            {title}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {text}
          </Text>
        </div>
        {note}
      </Group>
      {children}
    </Card>
  )
}

/** Shown next to the change, and announced to screen readers. */
export function SavedNote({ isSaved }: { isSaved: boolean }) {
  const { t } = useTranslation()
  return (
    <Group role="status" gap={6} fz="sm" c="dimmed" mih={isSaved ? 22 : 0}>
      {isSaved && (
        <>
          <IconCheck size={16} color="var(--mantine-color-teal-6)" aria-hidden="true" />
          {t('profile.saved')}
        </>
      )}
    </Group>
  )
}

/** Label on the left, control on the right; below each other on narrow screens. */
function Setting({ label, text, children }: { label: string; text?: string; children: ReactNode }) {
  return (
    <Flex className={classes.setting} direction={{ base: 'column', sm: 'row' }} gap={{ base: 8, sm: 'xl' }}>
      <Stack gap={2} flex={1}>
        <Text fw={500} aria-hidden="true">
          {label}
        </Text>
        {text && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </Stack>
      <div className={classes.choice}>{children}</div>
    </Flex>
  )
}
