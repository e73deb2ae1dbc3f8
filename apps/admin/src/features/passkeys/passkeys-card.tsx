import type { Passkey } from '@atrium/identity/sign-in/passkey.contract'
import type { User } from '@atrium/identity/users/user.contract'
import { ErrorState } from '@atrium/ui/error-state'
import { IconPlus } from '@atrium/ui/icons'
import { LoadingSkeleton } from '@atrium/ui/loading-skeleton'
import { RecordRows } from '@atrium/ui/record-rows'
import { SectionCard } from '@atrium/ui/section-card'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { passkeysQuery } from './passkey.queries.ts'
import { PasskeyRow } from './passkey-row.tsx'

export function PasskeysCard({ user }: { user: User }) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery(passkeysQuery(user.id))
  return (
    <SectionCard title={t('security.passkeys.title')} text={t('security.passkeys.text')}>
      <Stack gap="md">
        {data && <Passkeys userId={user.id} passkeys={data} />}
        {!data && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
        {!data && !error && <Waiting />}
        {user.emailVerifiedAt ? (
          <AddPasskey userId={user.id} />
        ) : (
          <Text c="dimmed">{t('security.passkeys.unconfirmed')}</Text>
        )}
      </Stack>
    </SectionCard>
  )
}

function Passkeys({ userId, passkeys }: { userId: number; passkeys: Passkey[] }) {
  const { t } = useTranslation()
  if (passkeys.length === 0) return <Text>{t('security.passkeys.none')}</Text>
  return (
    <RecordRows label={t('security.passkeys.title')}>
      {passkeys.map(passkey => (
        <PasskeyRow key={passkey.id} userId={userId} passkey={passkey} />
      ))}
    </RecordRows>
  )
}

function AddPasskey({ userId }: { userId: number }) {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure()
  if (!browserSupportsWebAuthn()) return <Text c="dimmed">{t('security.passkeys.unsupported')}</Text>
  return (
    <Group>
      <Button variant="default" leftSection={<IconPlus size={18} />} onClick={open}>
        {t('security.passkeys.add.action')}
      </Button>
      <AddPasskeyDialog userId={userId} isOpen={isOpen} onClose={close} />
    </Group>
  )
}

function Waiting() {
  return (
    <LoadingSkeleton>
      <Skeleton h={52} />
    </LoadingSkeleton>
  )
}
