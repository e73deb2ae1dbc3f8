import type { User } from '@atrium/identity/users/user.contract'
import { SectionCard } from '@atrium/ui/section-card'
import { Badge, Button, Divider, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeCredentialDialog, type Credential } from './change-credential-dialog.tsx'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'

/** The names by which a user signs in. */
export function CredentialsCard({ user }: { user: User }) {
  const { t } = useTranslation()
  const [changing, setChanging] = useState<Credential>()
  const dialog = (credential: Credential) => ({
    user,
    credential,
    isOpen: changing === credential,
    onClose: () => setChanging(undefined),
  })
  const isConfirmed = user.emailVerifiedAt !== null
  return (
    <SectionCard title={t('security.credentials.title')} text={t('security.credentials.text')}>
      <Stack gap="md">
        <Row
          credential="email"
          value={user.email}
          mark={isConfirmed && <Badge color="teal">{t('security.credentials.confirmed')}</Badge>}
          onChange={setChanging}
        />
        {!isConfirmed && <UnconfirmedEmail email={user.email} />}
        <Divider />
        <Row credential="phone" value={user.phone} onChange={setChanging} />
      </Stack>
      <ChangeCredentialDialog {...dialog('email')} />
      <ChangeCredentialDialog {...dialog('phone')} />
    </SectionCard>
  )
}

interface RowProps {
  credential: Credential
  value: string
  mark?: ReactNode
  onChange: (credential: Credential) => void
}

function Row({ credential, value, mark, onChange }: RowProps) {
  const { t } = useTranslation()
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={2} miw={0}>
        <Text size="sm" c="dimmed">
          {t(`security.credentials.${credential}`)}
        </Text>
        <Group gap="xs">
          <Text fw={500}>{value}</Text>
          {mark}
        </Group>
      </Stack>
      <Button
        variant="default"
        size="xs"
        aria-label={t(`security.credentials.changeOf.${credential}`)}
        onClick={() => onChange(credential)}
      >
        {t('security.credentials.change')}
      </Button>
    </Group>
  )
}
