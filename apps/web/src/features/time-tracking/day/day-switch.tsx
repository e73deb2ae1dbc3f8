import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ru'
import { IconCalendarEvent, IconChevronLeft, IconChevronRight } from '@atrium/ui/icons'
import { ActionIcon, Button, Group } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { addDays, dayInWords } from '../../../data/days.ts'

const FORMAT = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const

interface DaySwitchProps {
  date: string
  today: string
  onChange: (date: string) => void
}

export function DaySwitch({ date, today, onChange }: DaySwitchProps) {
  const { t, i18n } = useTranslation()
  const words = dayInWords(date, i18n.language, FORMAT)
  const step = (days: number) => ({
    variant: 'default',
    size: 36,
    onClick: () => onChange(addDays(date, days)),
  })
  return (
    <Group gap={6}>
      <ActionIcon {...step(-1)} aria-label={t('time.day.previous')}>
        <IconChevronLeft size={18} />
      </ActionIcon>
      <DatePickerInput
        // Also in its name: what is seen and what is heard are the same.
        aria-label={`${t('time.day.pick')}: ${words}`}
        locale={i18n.language}
        firstDayOfWeek={1}
        valueFormatter={() => words}
        leftSection={<IconCalendarEvent size={16} stroke={1.75} />}
        value={date}
        onChange={chosen => chosen && onChange(chosen)}
        miw={180}
      />
      <ActionIcon {...step(1)} aria-label={t('time.day.next')}>
        <IconChevronRight size={18} />
      </ActionIcon>
      <Button variant="default" disabled={date === today} onClick={() => onChange(today)}>
        {t('time.day.today')}
      </Button>
    </Group>
  )
}
