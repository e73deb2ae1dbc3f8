import { IconShield } from '@atrium/ui/icons'
import { Alert, Button, Container, Group, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

const place = '/account/security'

/** For those whose role asks for a second factor that they do not have yet: on every page, with the way there. */
export function TwoFactorReminder() {
  const { t } = useTranslation()
  const isThere = useLocation().pathname === place
  return (
    <Container size="lg" pt="lg">
      <Alert color="amber" title={t('security.twoFactor.mustSetUp.title')} icon={<IconShield size={18} />}>
        <Group justify="space-between" gap="sm">
          <Text size="sm" flex="1 1 16rem">
            {t('security.twoFactor.mustSetUp.text')}
          </Text>
          {!isThere && (
            <Button component={Link} to={place} size="xs">
              {t('security.twoFactor.mustSetUp.action')}
            </Button>
          )}
        </Group>
      </Alert>
    </Container>
  )
}
