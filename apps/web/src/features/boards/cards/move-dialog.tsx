import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { Button, Group, SegmentedControl, Select, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CardMove, placeAt } from './card-place.ts'

interface MoveDialogProps {
  card: Card
  columns: FullBoard['columns']
  onMove: (move: CardMove) => void
  onClose: () => void
}

/** Moves a card without drag and drop. */
export function MoveDialog({ card, columns, onMove, onClose }: MoveDialogProps) {
  const { t } = useTranslation()
  const [columnId, setColumnId] = useState(String(card.columnId))
  const [end, setEnd] = useState('top')
  const move = (event: FormEvent) => {
    event.preventDefault()
    const column = columns.find(({ id }) => id === Number(columnId))
    const others = column?.tasks.filter(({ id }) => id !== card.id) ?? []
    onMove({ taskId: card.id, ...placeAt(Number(columnId), others, end === 'top' ? 0 : others.length) })
    onClose()
  }
  return (
    <Dialog title={t('boards.move.title', { title: card.title })} isOpen onClose={onClose}>
      <form onSubmit={move}>
        <Stack>
          <Select
            label={t('boards.move.column')}
            data={columns.map(({ id, title }) => ({ value: String(id), label: title }))}
            value={columnId}
            onChange={chosen => chosen && setColumnId(chosen)}
            allowDeselect={false}
            data-autofocus
          />
          <SegmentedControl
            aria-label={t('boards.move.place')}
            data={[
              { value: 'top', label: t('boards.move.top') },
              { value: 'bottom', label: t('boards.move.bottom') },
            ]}
            value={end}
            onChange={setEnd}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button type="submit">{t('boards.move.action')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
