import { IconSettings } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

export function ProfileLink() {
  const { t } = useTranslation()
  return (
    <Button
      component={Link}
      to="/profile"
      variant="subtle"
      color="gray"
      fullWidth
      justify="flex-start"
      h={48}
      radius={0}
      leftSection={<IconSettings size={18} stroke={1.75} />}
    >
      {t('profile.title')}
    </Button>
  )
}
