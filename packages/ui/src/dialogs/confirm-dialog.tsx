import { hasStatus } from '@atrium/client/api-error'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyOfError, notifyOfSuccess, showNotice } from '../feedback/notifications.tsx'
import type { Mutation } from '../forms/form.tsx'
import { type Explanations, explanationOf } from '../forms/form-errors.ts'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  text: ReactNode
  /** What will happen, point by point. */
  consequences?: string[]
  action: string
  isOpen: boolean
  isPending?: boolean
  isHarmless?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog({
  title,
  text,
  consequences = [],
  action,
  isOpen,
  isPending = false,
  isHarmless = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation('ui')
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <Stack>
        <Text>{text}</Text>
        {consequences.length > 0 && (
          <List spacing={4}>
            {consequences.map(consequence => (
              <List.Item key={consequence}>{consequence}</List.Item>
            ))}
          </List>
        )}
      </Stack>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button color={isHarmless ? undefined : 'red.8'} loading={isPending} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Dialog>
  )
}

interface ConfirmMutationProps<Input, Result> extends Omit<ConfirmDialogProps, 'isPending' | 'onConfirm'> {
  mutation: Mutation<Input, Result>
  input: Input
  doneMessage?: string
  onSuccess?: (result: Result) => void
  /** Texts by error code. The mutation then leaves conflicts to the dialog, see `conflictsAreExplained`. */
  explain?: Explanations | undefined
}

/** Runs the mutation once it is confirmed, and closes. */
export function ConfirmMutation<Input, Result>({
  mutation,
  input,
  doneMessage,
  onSuccess,
  explain,
  ...dialog
}: ConfirmMutationProps<Input, Result>) {
  const refuse = (error: unknown) => {
    if (!explain) return
    const explanation = explanationOf(error, explain)
    if (typeof explanation === 'string') showNotice({ color: 'red', message: explanation })
    else if (hasStatus(error, 409)) notifyOfError(error)
  }
  const confirm = () =>
    mutation.mutate(input, {
      onSuccess: result => {
        if (doneMessage) notifyOfSuccess(doneMessage)
        onSuccess?.(result)
      },
      onError: refuse,
      onSettled: dialog.onClose,
    })
  return <ConfirmDialog {...dialog} isPending={mutation.isPending} onConfirm={confirm} />
}
