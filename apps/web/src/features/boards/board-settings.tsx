import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { IconArrowDown, IconArrowUp, IconCircleCheck, IconPlus, IconTrash } from '@atrium/ui/icons'
import {
  ActionIcon,
  Button,
  Divider,
  Group,
  NumberInput,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardColumn } from '../../data/boards/board-cache.ts'
import { BackgroundChoice } from './background-choice.tsx'
import {
  useAddColumn,
  useChangeBoard,
  useChangeColumn,
  useDeleteBoard,
  useOrderColumns,
} from './board/board.queries.ts'
import classes from './board-settings.module.css'
import { DeleteColumnDialog, HIGHEST_LIMIT } from './columns/column-dialogs.tsx'
import { useDoneToggle } from './columns/use-done-toggle.tsx'

interface BoardSettingsProps {
  board: FullBoard
  isOpen: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Everything about a board in one place. Each change is saved at once, as it is on the board itself. */
export function BoardSettings({ board, isOpen, onClose, onDeleted }: BoardSettingsProps) {
  const { t } = useTranslation()
  const change = useChangeBoard(board)
  const deletion = useDeleteBoard(board, onDeleted)
  return (
    <Dialog title={t('boards.settings.title')} isOpen={isOpen} onClose={onClose}>
      <Stack>
        <TextInput
          label={t('boards.board.name')}
          defaultValue={board.name}
          maxLength={200}
          data-autofocus
          {...savedOnBlur(board.name, name => name && change.mutate({ name }))}
        />
        <Textarea
          label={t('boards.settings.description')}
          defaultValue={board.description ?? ''}
          maxRows={8}
          {...savedOnBlur(board.description ?? '', text => change.mutate({ description: text || null }))}
        />
        <BackgroundChoice value={board.background} onChoose={background => change.mutate({ background })} />
        <Columns board={board} />
        <Divider />
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" flex="1 1 14rem">
            {t('boards.settings.deleteHint')}
          </Text>
          <Button
            variant="light"
            color="red"
            leftSection={<IconTrash {...icon} />}
            loading={deletion.isPending}
            onClick={() => deletion.mutate()}
          >
            {t('boards.settings.delete')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

const icon = { size: 16, stroke: 1.75 }

function Columns({ board }: { board: FullBoard }) {
  const { t } = useTranslation()
  const add = useAddColumn(board.id)
  const order = useOrderColumns(board.id)
  const ids = board.columns.map(({ id }) => id)
  const move = (at: number, by: -1 | 1) =>
    order.mutate(ids.toSpliced(at, 1).toSpliced(at + by, 0, ids[at] ?? 0))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const title = String(new FormData(form).get('title')).trim()
    if (title) add.mutate(title, { onSuccess: () => form.reset() })
  }
  return (
    <section aria-labelledby="settings-columns">
      <Title order={3} size="sm" id="settings-columns">
        {t('boards.settings.columns')}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {t('boards.settings.columnsHint')}
      </Text>
      <ul className={classes.columns}>
        {board.columns.map((column, at) => (
          <ColumnRow key={column.id} column={column} columns={board.columns} onMove={by => move(at, by)} />
        ))}
      </ul>
      <form onSubmit={submit} className={classes.add}>
        <TextInput
          name="title"
          aria-label={t('boards.settings.newColumn')}
          placeholder={t('boards.column.placeholder')}
          maxLength={100}
          autoComplete="off"
          flex={1}
        />
        <Button type="submit" variant="default" leftSection={<IconPlus {...icon} />} loading={add.isPending}>
          {t('boards.column.add')}
        </Button>
      </form>
    </section>
  )
}

interface ColumnRowProps {
  column: BoardColumn
  columns: FullBoard['columns']
  onMove: (by: -1 | 1) => void
}

function ColumnRow({ column, columns, onMove }: ColumnRowProps) {
  const { t } = useTranslation()
  const { mutate } = useChangeColumn(column.boardId)
  const done = useDoneToggle(column, columns)
  const [isDeleting, setIsDeleting] = useState(false)
  const { id, title, wipLimit, isDone } = column
  const isFirst = columns[0]?.id === id
  const isLast = columns.at(-1)?.id === id
  const saveLimit = (text: string) => {
    const next = text === '' ? null : Number(text)
    if (next !== wipLimit) mutate({ id, wipLimit: next })
  }
  const button = { variant: 'subtle', color: 'gray', size: 'md' } as const
  return (
    <li className={classes.column}>
      <TextInput
        aria-label={t('boards.settings.titleOf', { title })}
        defaultValue={title}
        maxLength={100}
        className={classes.title}
        {...savedOnBlur(title, next => next && mutate({ id, title: next }))}
      />
      <NumberInput
        aria-label={t('boards.column.limitLabel', { title })}
        placeholder={t('boards.settings.noLimit')}
        defaultValue={wipLimit ?? ''}
        min={1}
        max={HIGHEST_LIMIT}
        allowDecimal={false}
        clampBehavior="strict"
        hideControls
        className={classes.limit}
        onKeyDown={saveOnEnter}
        onBlur={event => saveLimit(event.currentTarget.value)}
      />
      <ActionIcon
        {...button}
        variant={isDone ? 'light' : 'subtle'}
        color={isDone ? 'teal' : 'gray'}
        aria-label={t('boards.settings.doneOf', { title })}
        title={t('boards.column.isDone')}
        aria-pressed={isDone}
        onClick={done.toggle}
      >
        <IconCircleCheck {...icon} />
      </ActionIcon>
      <ActionIcon
        {...button}
        aria-label={t('boards.settings.moveUp', { title })}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp {...icon} />
      </ActionIcon>
      <ActionIcon
        {...button}
        aria-label={t('boards.settings.moveDown', { title })}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <IconArrowDown {...icon} />
      </ActionIcon>
      <ActionIcon
        {...button}
        aria-label={t('boards.settings.deleteColumn', { title })}
        disabled={columns.length === 1}
        onClick={() => setIsDeleting(true)}
      >
        <IconTrash {...icon} />
      </ActionIcon>
      {done.question}
      <DeleteColumnDialog
        column={column}
        columns={columns}
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
      />
    </li>
  )
}

type Field = HTMLInputElement | HTMLTextAreaElement

/** Enter saves a single line, and so does leaving the field. */
function savedOnBlur(value: string, save: (text: string) => void) {
  return {
    onKeyDown: saveOnEnter,
    onBlur: ({ currentTarget }: { currentTarget: Field }) => {
      const text = currentTarget.value.trim()
      if (text !== value) save(text)
    },
  }
}

function saveOnEnter({ key, currentTarget, nativeEvent }: KeyboardEvent<Field>) {
  if (key === 'Enter' && currentTarget.tagName === 'INPUT' && !nativeEvent.isComposing) currentTarget.blur()
}
