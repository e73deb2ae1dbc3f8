import type { TwoFactorKey } from '@atrium/identity/sign-in/two-factor/two-factor.contract'
import type { User } from '@atrium/identity/users/user.contract'
import { CopyButton } from '@atrium/ui/copy-button'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { saveFile } from '@atrium/ui/files'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconCheck, IconCopy, IconDownload } from '@atrium/ui/icons'
import {
  Alert,
  Button,
  Center,
  Checkbox,
  Code,
  Group,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
  Title,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encode } from 'uqr'
import { OwnConfirmation, useHasPassword } from '../../data/own-confirmation.tsx'
import { useRenewRecoveryCodes, useStartTwoFactor, useTurnOnTwoFactor } from './two-factor.queries.ts'

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
  const confirm = useTurnOnTwoFactor(user.id)
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
  const hasPassword = useHasPassword()
  const form = useMutationForm({
    mutation: start,
    initialValues: { currentPassword: '' },
    toInput: ({ currentPassword }) => currentPassword,
  })
  return (
    <DialogForm form={form} submitLabel={t('security.twoFactor.setUp.next')} onCancel={onCancel}>
      {hasPassword && <Text>{t('security.twoFactor.setUp.password')}</Text>}
      <OwnConfirmation {...form.field('currentPassword')} data-autofocus />
    </DialogForm>
  )
}

interface KeyFormProps {
  twoFactorKey: TwoFactorKey
  confirm: ReturnType<typeof useTurnOnTwoFactor>
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

interface CodesDialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: (dialog: { persist: () => void; close: () => void }) => ReactNode
}

/** Ends with recovery codes: after `persist` it closes only by its own button. */
function CodesDialog({ title, isOpen, onClose, children }: CodesDialogProps) {
  const [isPersistent, { open: persist, close: release }] = useDisclosure()
  const close = () => {
    release()
    onClose()
  }
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close} isPersistent={isPersistent}>
      {children({ persist, close })}
    </Dialog>
  )
}

interface RenewCodesDialogProps {
  user: User
  isOpen: boolean
  onClose: () => void
}

export function RenewCodesDialog({ user, isOpen, onClose }: RenewCodesDialogProps) {
  const { t } = useTranslation()
  return (
    <CodesDialog title={t('security.twoFactor.renew.title')} isOpen={isOpen} onClose={onClose}>
      {({ persist, close }) => <RenewForm user={user} onRenewed={persist} onClose={close} />}
    </CodesDialog>
  )
}

interface RenewFormProps {
  user: User
  onRenewed: () => void
  onClose: () => void
}

function RenewForm({ user, onRenewed, onClose }: RenewFormProps) {
  const { t } = useTranslation()
  const renewal = useRenewRecoveryCodes(user.id)
  const form = useMutationForm({
    mutation: renewal,
    initialValues: { code: '' },
    toInput: ({ code }) => code,
    onSuccess: onRenewed,
  })
  if (renewal.data) return <RecoveryCodes email={user.email} codes={renewal.data} onClose={onClose} />
  return (
    <DialogForm form={form} submitLabel={t('security.twoFactor.renew.confirm')} onCancel={onClose}>
      <Text>{t('security.twoFactor.renew.text')}</Text>
      <CodeField {...form.field('code')} label={t('security.twoFactor.code')} autoFocus />
    </DialogForm>
  )
}

interface RecoveryCodesProps {
  email: string
  codes: string[]
  onClose: () => void
}

/** Shown only once, so the dialog stays until the reader confirms that they are stored. */
function RecoveryCodes({ email, codes, onClose }: RecoveryCodesProps) {
  const { t } = useTranslation()
  const [areStored, setStored] = useState(false)
  const heading = t('security.twoFactor.recovery.file', { email, site: window.location.host })
  const save = () =>
    saveFile('atrium-recovery-codes.txt', `${[heading, '', ...codes].join('\n')}\n`, 'text/plain')
  return (
    <Stack>
      <Title order={3} size="h4">
        {t('security.twoFactor.recovery.title')}
      </Title>
      <Alert color="amber">{t('security.twoFactor.recovery.text')}</Alert>
      <SimpleGrid
        component="ul"
        cols={2}
        spacing="xs"
        m={0}
        p="md"
        bdrs="md"
        bg="var(--atrium-canvas)"
        style={{ listStyle: 'none', justifyItems: 'center' }}
        aria-label={t('security.twoFactor.recovery.label')}
      >
        {codes.map(code => (
          <Text component="li" key={code} ff="monospace">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group gap="sm">
        <CopyText text={codes.join('\n')} autoFocus />
        <Button variant="default" leftSection={<IconDownload size={16} stroke={1.75} />} onClick={save}>
          {t('security.twoFactor.recovery.download')}
        </Button>
      </Group>
      <Checkbox
        label={t('security.twoFactor.recovery.kept')}
        checked={areStored}
        onChange={event => setStored(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button disabled={!areStored} onClick={onClose}>
          {t('security.twoFactor.recovery.close')}
        </Button>
      </Group>
    </Stack>
  )
}

function CopyText({ text, autoFocus }: { text: string; autoFocus?: boolean }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          autoFocus={autoFocus}
          flex="none"
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.75} />}
          onClick={copy}
        >
          {t(copied ? 'security.twoFactor.recovery.copied' : 'security.twoFactor.recovery.copy')}
        </Button>
      )}
    </CopyButton>
  )
}

export function CodeField({ error, autoFocus = false, ...props }: TextInputProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      error={error && t('security.twoFactor.wrongCode')}
      required
      maxLength={40}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus={autoFocus}
      data-autofocus={autoFocus || undefined}
      {...props}
    />
  )
}
