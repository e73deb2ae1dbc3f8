import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { clockOf, dayInWords } from '../../data/days.ts'

interface GreetingProps {
  name: string
  today: string
  timeZone: string
}

export function Greeting({ name, today, timeZone }: GreetingProps) {
  const { t, i18n } = useTranslation()
  const hour = Number(clockOf(new Date(), timeZone).slice(0, 2))
  const part = hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'day'
  return (
    <div>
      <Title order={1}>{t(`work.greeting.${part}`, { name })}</Title>
      <Text c="dimmed" mt={2}>
        {dayInWords(today, i18n.language, { weekday: 'long', day: 'numeric', month: 'long' })}
      </Text>
    </div>
  )
}
