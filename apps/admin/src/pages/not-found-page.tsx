import { EmptyState } from '@atrium/ui/feedback/states'
import { IconMapOff } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <EmptyState
      order={1}
      icon={<IconMapOff stroke={1.5} />}
      title={t('notFound.title')}
      text={t('notFound.text')}
    >
      <Button component={Link} to="/account" variant="default">
        {t('notFound.home')}
      </Button>
    </EmptyState>
  )
}
