import type { User } from '@atrium/identity/users/user.contract'
import { CopyButton } from '@atrium/ui/copy-button'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { saveFile } from '@atrium/ui/files'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconCheck, IconCopy, IconDownload } from '@atrium/ui/icons'
import { Alert, Button, Checkbox, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeField } from './code-field.tsx'
import { useRenewRecoveryCodes } from './two-factor.queries.ts'

interface CodesDialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: (dialog: { persist: () => void; close: () => void }) => ReactNode
}

/** Ends with recovery codes: after `persist` it closes only by its own button. */
export function CodesDialog({ title, isOpen, onClose, children }: CodesDialogProps) {
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
export function RecoveryCodes({ email, codes, onClose }: RecoveryCodesProps) {
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

export function CopyText({ text, autoFocus }: { text: string; autoFocus?: boolean }) {
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
