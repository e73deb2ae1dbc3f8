import '@mantine/dates/styles.layer.css'
import 'virtual:calendar-languages'
import type { Share } from '@atrium/tasks/sharing/share.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { useCalendarProps } from '@atrium/ui/forms/use-calendar-props'
import { IconButton } from '@atrium/ui/icon-button'
import { IconTrash } from '@atrium/ui/icons'
import { Alert, Button, Group, PasswordInput, Stack, Switch, Text } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../data/account/user-settings.ts'
import { CopiedAddress } from '../../../data/copied-address.tsx'
import { dayInWords } from '../../../data/days.ts'
import { sharesQuery, useCreateShare, useRevokeShare } from './share.queries.ts'

interface ShareDialogProps {
  board: { id: number; name: string }
  isOpen: boolean
  onClose: () => void
}

/** The links to a board: creates them, shows a new one once, and revokes them. */
export function ShareDialog({ board, isOpen, onClose }: ShareDialogProps) {
  const { t } = useTranslation()
  const [url, setUrl] = useState<string>()
  const [isCreating, setIsCreating] = useState(false)
  const create = () => {
    setUrl(undefined)
    setIsCreating(true)
  }
  const close = () => {
    setUrl(undefined)
    setIsCreating(false)
    onClose()
  }
  return (
    <Dialog title={t('connections.sharing.title', { name: board.name })} isOpen={isOpen} onClose={close}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('connections.sharing.text')}
        </Text>
        {url !== undefined && (
          <Alert color="green" title={t('connections.sharing.created')}>
            <CopiedAddress address={url} label={t('connections.sharing.link')} />
            <Text size="sm" mt="xs">
              {t('connections.sharing.once')}
            </Text>
          </Alert>
        )}
        {isCreating ? (
          <NewShareForm
            boardId={board.id}
            onCreated={address => {
              setUrl(address)
              setIsCreating(false)
            }}
            onCancel={() => setIsCreating(false)}
          />
        ) : (
          <>
            <Shares boardId={board.id} />
            <Group justify="flex-end">
              <Button onClick={create}>{t('connections.sharing.create')}</Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  )
}

interface NewShareFormProps {
  boardId: number
  onCreated: (url: string) => void
  onCancel: () => void
}

function NewShareForm({ boardId, onCreated, onCancel }: NewShareFormProps) {
  const { t } = useTranslation()
  const today = useToday()
  const calendar = useCalendarProps()
  const form = useMutationForm({
    mutation: useCreateShare(boardId),
    initialValues: { password: '', endsAt: null as string | null, showsComments: false, showsFiles: false },
    toInput: ({ password, endsAt, ...shows }) => ({
      ...shows,
      ...(password && { password }),
      ...(endsAt && { endsAt: endOf(endsAt) }),
    }),
    onSuccess: ({ item }) => onCreated(item.url),
  })
  return (
    <DialogForm form={form} submitLabel={t('connections.sharing.create')} onCancel={onCancel}>
      <PasswordInput
        {...form.field('password')}
        label={t('connections.sharing.password')}
        description={t('connections.sharing.passwordText')}
        autoComplete="new-password"
        maxLength={200}
        data-autofocus
      />
      <DatePickerInput
        {...calendar}
        {...form.field('endsAt')}
        label={t('connections.sharing.endsAt')}
        placeholder={t('connections.sharing.noEnd')}
        minDate={today}
        clearable
        popoverProps={{ withinPortal: true }}
      />
      <Switch {...form.toggle('showsComments')} label={t('connections.sharing.showsComments')} />
      <Switch {...form.toggle('showsFiles')} label={t('connections.sharing.showsFiles')} />
    </DialogForm>
  )
}

/** The end of the day where the user is. */
function endOf(day: string) {
  return new Date(`${day}T23:59:59`).toISOString()
}

function Shares({ boardId }: { boardId: number }) {
  const { t } = useTranslation()
  const { data: shares, error, isFetching, refetch } = useQuery(sharesQuery(boardId))
  const revoke = useRevokeShare(boardId)
  if (!shares && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!shares) return <RowsSkeleton rows={1} />
  if (shares.length === 0) return <Text size="sm">{t('connections.sharing.empty')}</Text>
  return (
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {shares.map(share => (
        <Group key={share.id} component="li" justify="space-between" wrap="nowrap">
          <ShareFacts share={share} />
          <IconButton
            icon={IconTrash}
            iconSize={18}
            label={t('connections.sharing.revoke', { id: share.id })}
            tooltip={t('connections.sharing.revokeShort')}
            loading={revoke.isPending && revoke.variables === share.id}
            onClick={() => revoke.mutate(share.id)}
          />
        </Group>
      ))}
    </Stack>
  )
}

function ShareFacts({ share }: { share: Share }) {
  const { t, i18n } = useTranslation()
  const { id, createdBy, createdAt, openedAt, endsAt, hasPassword, showsComments, showsFiles } = share
  const day = (at: string) =>
    dayInWords(at.slice(0, 10), i18n.language, { day: 'numeric', month: 'short', year: 'numeric' })
  const facts = [
    hasPassword && t('connections.sharing.facts.password'),
    endsAt && t('connections.sharing.facts.endsAt', { day: day(endsAt) }),
    showsComments && t('connections.sharing.facts.comments'),
    showsFiles && t('connections.sharing.facts.files'),
    openedAt
      ? t('connections.sharing.facts.openedAt', { day: day(openedAt) })
      : t('connections.sharing.facts.neverOpened'),
  ].filter(Boolean)
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('connections.sharing.row', {
          id,
          name: `${createdBy.name} ${createdBy.surname}`.trim(),
          day: day(createdAt),
        })}
      </Text>
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
    </div>
  )
}
