import { Dialog } from '@atrium/ui/dialog'
import { Button, Group, NumberInput, Stack } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardColumn } from '../../data/board-cache.ts'
import { useChangeColumn } from './board.queries.ts'
import { useBoard } from './board-context.ts'

interface WipLimitDialogProps {
  column: BoardColumn
  isOpen: boolean
  onClose: () => void
}

const HIGHEST_LIMIT = 1000

export function WipLimitDialog({ column, isOpen, onClose }: WipLimitDialogProps) {
  const { t } = useTranslation()
  const { boardId } = useBoard()
  const change = useChangeColumn(boardId)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const limit = String(new FormData(event.currentTarget).get('limit')).trim()
    change.mutate({ id: column.id, wipLimit: limit ? Number(limit) : null })
    onClose()
  }
  return (
    <Dialog title={t('boards.column.setLimit')} isOpen={isOpen} onClose={onClose}>
      <form onSubmit={save}>
        <Stack>
          <NumberInput
            name="limit"
            label={t('boards.column.limitLabel', { title: column.title })}
            description={t('boards.column.limitHint')}
            defaultValue={column.wipLimit ?? ''}
            min={1}
            max={HIGHEST_LIMIT}
            allowDecimal={false}
            clampBehavior="strict"
            data-autofocus
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button type="submit">{t('actions.save')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
