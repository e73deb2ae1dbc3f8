import type { UserSettings, UserSettingsChanges } from '@atrium/tasks/administration/user.contract'
import { Chip, Group, NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, dayInWords } from '../../data/days.ts'

const HOUR = 3600
/** Any Monday: only the names of the days are shown. */
const MONDAY = '2024-01-01'
const WEEK = [1, 2, 3, 4, 5, 6, 7]

interface WorkingHoursProps {
  settings: UserSettings
  onChange: (changes: UserSettingsChanges) => void
}

/** How long the user works, and on which days. */
export function WorkingHours({ settings: { workdaySeconds, workingDays }, onChange }: WorkingHoursProps) {
  const { t, i18n } = useTranslation()
  const [hours, setHours] = useState<number | string>(workdaySeconds / HOUR)
  const saveHours = () => {
    if (typeof hours !== 'number') return setHours(workdaySeconds / HOUR)
    const seconds = Math.round(hours * HOUR)
    if (seconds !== workdaySeconds) onChange({ workdaySeconds: seconds })
  }
  const nameOf = (day: number, weekday: 'short' | 'long') =>
    dayInWords(addDays(MONDAY, day - 1), i18n.language, { weekday })
  return (
    <>
      <Group gap="xs" mb="xs">
        <NumberInput
          aria-label={t('profile.settings.hoursPerDay')}
          value={hours}
          onChange={setHours}
          onBlur={saveHours}
          onKeyDown={({ key }) => key === 'Enter' && saveHours()}
          min={0}
          max={24}
          step={0.5}
          decimalScale={2}
          w={96}
        />
        <Text size="sm">{t('profile.settings.hoursText')}</Text>
      </Group>
      <Chip.Group
        multiple
        value={workingDays.map(String)}
        onChange={days => onChange({ workingDays: days.map(Number).sort((one, other) => one - other) })}
      >
        <Group gap={6} role="group" aria-label={t('profile.settings.workingDays')}>
          {WEEK.map(day => (
            <Chip key={day} value={String(day)} size="xs" aria-label={nameOf(day, 'long')}>
              {nameOf(day, 'short')}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </>
  )
}
