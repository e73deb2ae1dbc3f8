import type { Preferences, PreferencesChanges } from '@atrium/tasks/notifications/notification.contract'
import { Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTimeZone } from '../../data/account/user-settings.ts'

const NIGHT = { from: '20:00', to: '08:00' }

interface MailTimesProps {
  preferences: Preferences
  onChange: (changes: PreferencesChanges) => void
}

/** When emails about notifications come, and when they don't. */
export function MailTimes({ preferences, onChange }: MailTimesProps) {
  const { t } = useTranslation()
  const { browserZone } = useTimeZone()
  const { quietHours, summaryAt, timeZone } = preferences
  const change = (changes: PreferencesChanges) => onChange({ ...changes, timeZone: browserZone })
  return (
    <Stack mt="lg" gap="md">
      {summaryAt && (
        <TimeField
          label={t('profile.notifications.summaryAt')}
          value={summaryAt}
          onChange={next => change({ summaryAt: next })}
        />
      )}
      <Switch
        label={t('profile.notifications.quietHours')}
        description={t('profile.notifications.quietHoursText')}
        checked={quietHours !== null}
        onChange={event => change({ quietHours: event.currentTarget.checked ? NIGHT : null })}
      />
      {quietHours && (
        <Group gap="sm">
          <TimeField
            label={t('profile.notifications.from')}
            value={quietHours.from}
            onChange={from => from !== quietHours.to && change({ quietHours: { ...quietHours, from } })}
          />
          <TimeField
            label={t('profile.notifications.to')}
            value={quietHours.to}
            onChange={to => to !== quietHours.from && change({ quietHours: { ...quietHours, to } })}
          />
        </Group>
      )}
      {(quietHours || summaryAt) && (
        <Text size="sm" c="dimmed">
          {t('profile.notifications.timesIn', { zone: timeZone.replaceAll('_', ' ') })}
        </Text>
      )}
    </Stack>
  )
}

interface TimeFieldProps {
  label: string
  value: string
  onChange: (time: string) => void
}

/** Saved when the user leaves the field: while they type, it holds times that they do not mean. */
function TimeField({ label, value, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState<string>()
  const save = () => {
    if (typed && typed !== value) onChange(typed)
    setTyped(undefined)
  }
  return (
    <TextInput
      type="time"
      label={label}
      w="8rem"
      value={typed ?? value}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={save}
    />
  )
}
