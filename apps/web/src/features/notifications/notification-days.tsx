import type { Notification } from '@atrium/tasks/notifications/notification.contract'
import { Card, Stack, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { addDays, dayInWords, dayOf, todayIn } from '../../data/days.ts'
import { NotificationItem } from './notification-item.tsx'
import classes from './notification-list.module.css'

/** Day by day, the newest first. */
export function NotificationDays({ items, timeZone }: { items: Notification[]; timeZone: string }) {
  const dayName = useDayName(timeZone)
  const days = Map.groupBy(items, ({ createdAt }) => dayOf(createdAt, timeZone))
  return (
    <Stack gap="xl">
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <Title order={2} size="h4" mb="xs" px={4}>
            {dayName(day)}
          </Title>
          <Card padding={0} shadow="xs">
            <ul className={classes.list}>
              {ofDay.map(notification => (
                <NotificationItem key={notification.id} notification={notification} timeZone={timeZone} />
              ))}
            </ul>
          </Card>
        </section>
      ))}
    </Stack>
  )
}

function useDayName(timeZone: string) {
  const { t, i18n } = useTranslation()
  const today = todayIn(timeZone)
  return (day: string) => {
    if (day === today) return t('notifications.today')
    if (day === addDays(today, -1)) return t('notifications.yesterday')
    return dayInWords(day, i18n.language, { dateStyle: 'full' })
  }
}
