import { EmptyState } from '@atrium/ui/feedback/states'
import { IconLock } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

export function NoPermission({ permission }: { permission: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      color="amber"
      icon={<IconLock stroke={1.5} />}
      title={t('administration.forbidden.title')}
      text={t('administration.forbidden.text', { permission })}
    >
      <Button component={Link} to="/">
        {t('administration.forbidden.action')}
      </Button>
    </EmptyState>
  )
}
