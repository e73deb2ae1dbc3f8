import { notifyOfSuccess } from '@atrium/ui/notify'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useResendConfirmation } from './credentials.queries.ts'

export function UnconfirmedEmail({ email }: { email: string }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useResendConfirmation()
  const resend = () =>
    mutate(undefined, { onSuccess: () => notifyOfSuccess(t('security.credentials.resent', { email })) })
  return (
    <Alert color="amber" title={t('security.credentials.unconfirmed')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 14rem">
          {t('security.credentials.unconfirmedText', { email })}
        </Text>
        <Button variant="default" size="xs" loading={isPending} onClick={resend}>
          {t('security.credentials.resend')}
        </Button>
      </Group>
    </Alert>
  )
}
