import { pageTitle } from '@atrium/ui/branding'
import { EmptyState } from '@atrium/ui/feedback/states'
import { IconMapOff } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{pageTitle(t('notFound.title'))}</title>
      <EmptyState order={1} icon={IconMapOff} title={t('notFound.title')} text={t('notFound.text')}>
        <Button component={Link} to="/">
          {t('notFound.action')}
        </Button>
      </EmptyState>
    </>
  )
}
