import type { TwoFactorKey } from '@atrium/identity/sign-in/two-factor.contract'
import { DialogForm } from '@atrium/ui/dialog-form'
import { Center, Code, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CodeField } from './code-field.tsx'
import { CopyText } from './copy-text.tsx'
import { QrCode } from './qr-code.tsx'

interface ScanKeyProps {
  twoFactorKey: TwoFactorKey
  error: unknown
  isPending: boolean
  onChange: () => void
  onConfirm: (code: string) => void
  onCancel: () => void
}

export function ScanKey({ twoFactorKey, error, isPending, onChange, onConfirm, onCancel }: ScanKeyProps) {
  const { t } = useTranslation()
  const { secret, uri } = twoFactorKey
  return (
    <DialogForm
      submit={t('security.twoFactor.setUp.confirm')}
      isPending={isPending}
      onChange={onChange}
      onSubmit={form => onConfirm(String(form.get('code')))}
      onCancel={onCancel}
    >
      <Text>{t('security.twoFactor.setUp.scan')}</Text>
      <Center>
        <QrCode text={uri} label={t('security.twoFactor.setUp.picture')} />
      </Center>
      <Stack gap={6}>
        <Text size="sm" c="dimmed">
          {t('security.twoFactor.setUp.key')}
        </Text>
        <Group gap="xs">
          <Code flex="1 1 14rem" fz="sm" p="xs" style={{ overflowWrap: 'anywhere' }}>
            {inGroups(secret)}
          </Code>
          <CopyText text={secret} />
        </Group>
      </Stack>
      <CodeField label={t('security.twoFactor.setUp.code')} error={error} autoFocus />
    </DialogForm>
  )
}

/** Easier to type; the applications do not mind the spaces. */
function inGroups(secret: string) {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
