import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** The way on from an address that leads nowhere. */
export function ToProjects() {
  const { t } = useTranslation()
  return (
    <Button component={Link} to="/projects" variant="default">
      {t('toProjects')}
    </Button>
  )
}
