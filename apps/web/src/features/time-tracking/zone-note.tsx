import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** In which zone the days begin and end. */
export function ZoneNote({ timeZone, isSetting }: { timeZone: string; isSetting: boolean }) {
  const { t } = useTranslation()
  const zone = timeZone.replaceAll('_', ' ')
  return (
    <Text size="xs" c="dimmed">
      {t(isSetting ? 'time.day.zone' : 'time.day.browserZone', { zone })}{' '}
      <Anchor component={Link} to="/profile" inherit>
        {t('time.day.changeZone')}
      </Anchor>
    </Text>
  )
}
