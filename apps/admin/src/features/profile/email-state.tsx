import type { User } from '@atrium/identity/users/user.contract'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { Anchor, Badge, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useResendVerification } from './profile.queries.ts'

export function EmailState({ user: { email, emailVerifiedAt } }: { user: User }) {
  const { t } = useTranslation()
  const resend = useResendVerification()
  const sendAgain = () =>
    resend.mutate(undefined, { onSuccess: () => notifyOfSuccess(t('profile.header.sent', { email })) })
  return (
    <Group gap="xs">
      <Text style={{ overflowWrap: 'anywhere' }}>{email}</Text>
      {emailVerifiedAt ? (
        <Badge color="teal">{t('profile.header.confirmed')}</Badge>
      ) : (
        <>
          <Badge color="amber">{t('profile.header.notConfirmed')}</Badge>
          <Anchor component="button" size="sm" disabled={resend.isPending} onClick={sendAgain}>
            {t('profile.header.sendAgain')}
          </Anchor>
        </>
      )}
    </Group>
  )
}
