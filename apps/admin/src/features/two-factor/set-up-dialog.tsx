import type { TwoFactorKey } from '@atrium/identity/sign-in/two-factor/two-factor.contract'
import type { User } from '@atrium/identity/users/user.contract'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { CurrentPasswordField } from '@atrium/ui/forms/password-field'
import { Center, Code, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { encode } from 'uqr'
import { CodeField } from './code-field.tsx'
import { CodesDialog, CopyText, RecoveryCodes } from './recovery-codes.tsx'
import { useConfirmTwoFactor, useStartTwoFactor } from './two-factor.queries.ts'

interface SetUpDialogProps {
  user: User
  isOpen: boolean
  onClose: () => void
}

export function SetUpDialog({ user, isOpen, onClose }: SetUpDialogProps) {
  const { t } = useTranslation()
  return (
    <CodesDialog title={t('security.twoFactor.setUp.title')} isOpen={isOpen} onClose={onClose}>
      {({ persist, close }) => <Steps user={user} onEnabled={persist} onClose={close} />}
    </CodesDialog>
  )
}

interface StepsProps {
  user: User
  onEnabled: () => void
  onClose: () => void
}

/** The password, the key with a code generated from it, the recovery codes. */
function Steps({ user, onEnabled, onClose }: StepsProps) {
  const start = useStartTwoFactor(user.id)
  const confirm = useConfirmTwoFactor(user.id)
  if (confirm.data) return <RecoveryCodes email={user.email} codes={confirm.data} onClose={onClose} />
  if (start.data) {
    return <KeyForm twoFactorKey={start.data} confirm={confirm} onConfirmed={onEnabled} onCancel={onClose} />
  }
  return <PasswordForm start={start} onCancel={onClose} />
}

interface PasswordFormProps {
  start: ReturnType<typeof useStartTwoFactor>
  onCancel: () => void
}

function PasswordForm({ start, onCancel }: PasswordFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: start,
    initialValues: { currentPassword: '' },
    toInput: ({ currentPassword }) => currentPassword,
  })
  return (
    <DialogForm form={form} submitLabel={t('security.twoFactor.setUp.next')} onCancel={onCancel}>
      <Text>{t('security.twoFactor.setUp.password')}</Text>
      <CurrentPasswordField {...form.field('currentPassword')} data-autofocus />
    </DialogForm>
  )
}

interface KeyFormProps {
  twoFactorKey: TwoFactorKey
  confirm: ReturnType<typeof useConfirmTwoFactor>
  onConfirmed: () => void
  onCancel: () => void
}

function KeyForm({ twoFactorKey: { secret, uri }, confirm, onConfirmed, onCancel }: KeyFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: confirm,
    initialValues: { code: '' },
    toInput: ({ code }) => code,
    onSuccess: onConfirmed,
  })
  return (
    <DialogForm form={form} submitLabel={t('security.twoFactor.setUp.confirm')} onCancel={onCancel}>
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
      <CodeField {...form.field('code')} label={t('security.twoFactor.setUp.code')} autoFocus />
    </DialogForm>
  )
}

/** Easier to type; authenticator applications ignore the spaces. */
function inGroups(secret: string) {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}

// Four light modules around the code, as the standard requires; cameras need dark on light in every theme.
const QUIET_ZONE = 4

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={208}
      height={208}
      shapeRendering="crispEdges"
      style={{ background: '#fff', borderRadius: 'var(--mantine-radius-md)' }}
    >
      <path d={darkModules(data)} fill="#000" />
    </svg>
  )
}

function darkModules(rows: boolean[][]) {
  return rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}
