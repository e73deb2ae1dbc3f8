import type { SigningKeyRecord } from '@atrium/identity/tokens/signing-key.contract'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { IconCircleCheck, IconRefresh } from '@atrium/ui/icons'
import { Alert, Badge, Box, Button, Card, Group, Loader, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'

const colors = { signing: 'teal', published: 'cobalt', verifying: 'amber', retired: 'gray' }

export function KeyRow({ record }: { record: SigningKeyRecord }) {
  const { t, i18n } = useTranslation()
  const { kid, status, createdAt, signsFrom, verifiesUntil } = record
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const moment = status === 'published' ? signsFrom : (verifiesUntil ?? signsFrom)
  const days = ageInDays(createdAt)
  return (
    <Card component="li" shadow="xs" padding="md">
      <Stack gap={4}>
        <Group gap="xs">
          <Badge color={colors[status]}>{t(`keys.statuses.${status}`)}</Badge>
          <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {kid}
          </Text>
        </Group>
        <Text>{t(`keys.texts.${status}`, { date: format.format(new Date(moment)) })}</Text>
        <Text size="sm" c="dimmed">
          {t('keys.since', { date: format.format(new Date(signsFrom)) })} ·{' '}
          {days === 0 ? t('keys.ageToday') : t('keys.age', { count: days })}
        </Text>
      </Stack>
    </Card>
  )
}

const OLD_AFTER_DAYS = 90

export function OldKeyAdvice({ records }: { records: SigningKeyRecord[] }) {
  const { t } = useTranslation()
  const signing = records.find(({ status }) => status === 'signing')
  const days = signing ? ageInDays(signing.signsFrom) : 0
  if (days <= OLD_AFTER_DAYS) return null
  return (
    <Alert color="amber" title={t('keys.old.title')}>
      {t('keys.old.text', { count: days })}
    </Alert>
  )
}

const DAY_MS = 86_400_000

function ageInDays(since: string, now = Date.now()) {
  return Math.max(0, Math.floor((now - Date.parse(since)) / DAY_MS))
}

interface RotateKeyProps {
  isPending: boolean
  /** A new key is already waiting to be used. */
  isDisabled: boolean
  onRotate: () => void
}

export function RotateKey({ isPending, isDisabled, onRotate }: RotateKeyProps) {
  const { t } = useTranslation()
  const [isAsking, { open, close }] = useDisclosure()
  return (
    <>
      <Button
        leftSection={<IconRefresh size={18} />}
        loading={isPending}
        disabled={isDisabled}
        onClick={open}
      >
        {t('keys.rotate.action')}
      </Button>
      <ConfirmDialog
        title={t('keys.rotate.title')}
        text={t('keys.rotate.text')}
        consequences={[t('keys.rotate.consequences.old'), t('keys.rotate.consequences.leaked')]}
        action={t('keys.rotate.action')}
        isOpen={isAsking}
        isHarmless
        onConfirm={() => {
          close()
          onRotate()
        }}
        onClose={close}
      />
    </>
  )
}

export type RotationState = 'running' | 'waiting' | 'done'

interface RotationProgressProps {
  state: RotationState | undefined
  /** When the waiting key starts signing. */
  signsFrom: string | undefined
}

/** A rotation takes minutes: the key is created, published, and only then used. */
export function RotationProgress({ state, signsFrom }: RotationProgressProps) {
  const { t, i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' })
  const isDone = state === 'done'
  return (
    <Box role="status">
      {state && (
        <Alert
          color={isDone ? 'teal' : 'cobalt'}
          icon={isDone ? <IconCircleCheck /> : <Loader size="xs" aria-hidden="true" />}
        >
          {t(`keys.rotate.${state}`, { time: signsFrom ? format.format(new Date(signsFrom)) : '' })}
        </Alert>
      )}
    </Box>
  )
}
