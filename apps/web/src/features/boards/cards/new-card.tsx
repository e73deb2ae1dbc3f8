import { hasCode, isRefused } from '@atrium/client/api-error'
import { createTask } from '@atrium/tasks/tasks/task.contract'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoard } from '../board-context.ts'
import classes from './new-card.module.css'
import { type UnsavedCard, useAddCard, useDiscardUnsaved } from './new-card.queries.ts'

const MAX_TITLE_LENGTH = 500

interface QuickAddProps {
  columnId: number
  end: 'top' | 'bottom'
  onEscape: () => void
  onLeave: () => void
}

/** Enter adds the card and keeps the field open, Escape closes it. Pasted lines can become one card each. */
export function QuickAdd({ columnId, end, onEscape, onLeave }: QuickAddProps) {
  const { t } = useTranslation()
  const addCard = useAddCard()
  const [title, setTitle] = useTitleDraft(columnId)
  const [lines, setLines] = useState<string[]>([])

  const add = (text: string) => {
    const trimmed = text.trim().slice(0, MAX_TITLE_LENGTH)
    if (trimmed) addCard({ title: trimmed, columnId, atTop: end === 'top' })
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') onEscape()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add(title)
    setTitle('')
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text').split(/\r?\n/)
    const filled = pasted.map(line => line.trim()).filter(Boolean)
    if (filled.length < 2) return
    event.preventDefault()
    setLines(filled)
  }
  const addLines = () => {
    // At the top, each card goes above the one before.
    for (const line of end === 'top' ? lines.toReversed() : lines) add(line)
    setLines([])
  }

  return (
    <Stack gap={6} className={classes.form}>
      <Textarea
        aria-label={t('boards.quickAdd.label')}
        placeholder={t('boards.quickAdd.placeholder')}
        value={title}
        maxLength={MAX_TITLE_LENGTH}
        autosize
        minRows={1}
        maxRows={5}
        autoFocus
        onChange={event => setTitle(event.currentTarget.value)}
        onKeyDown={press}
        onPaste={paste}
        onBlur={() => !title && lines.length === 0 && onLeave()}
      />
      {lines.length > 0 && (
        <Group gap="xs" role="alert">
          <Text size="sm">{t('boards.quickAdd.several', { count: lines.length })}</Text>
          <Button size="compact-sm" onClick={addLines}>
            {t('boards.quickAdd.addAll')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              setTitle(lines.join(' ').slice(0, MAX_TITLE_LENGTH))
              setLines([])
            }}
          >
            {t('boards.quickAdd.addAsOne')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** Cards that are not saved yet: being sent, or refused with a choice to retry or discard. */
export function UnsavedCards({ cards }: { cards: UnsavedCard[] }) {
  if (cards.length === 0) return null
  return (
    <div className={classes.unsaved}>
      {cards.map(unsaved => (
        <div key={unsaved.key} className={classes.unsavedCard} data-failed={unsaved.error ? true : undefined}>
          <Text size="sm" fw={500}>
            {unsaved.card.title}
          </Text>
          {unsaved.error && <Refused unsaved={unsaved} error={unsaved.error} />}
        </div>
      ))}
    </div>
  )
}

function Refused({ unsaved: { key, card }, error }: { unsaved: UnsavedCard; error: Error }) {
  const { t } = useTranslation()
  const addCard = useAddCard()
  const discard = useDiscardUnsaved()
  const isOverLimit = isRefused(createTask, error, 'wip_limit_reached')
  const retry = () => {
    discard(key)
    addCard({ ...card, force: isOverLimit })
  }
  return (
    <div role="alert">
      <Text size="xs" c="var(--mantine-color-error)" my={4}>
        {t(`boards.quickAdd.refused.${reasonOf(error)}`)}
      </Text>
      <Group gap="xs">
        <Button size="compact-xs" variant="light" onClick={retry}>
          {isOverLimit ? t('boards.quickAdd.anyway') : t('actions.retry')}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => discard(key)}>
          {t('boards.quickAdd.discard')}
        </Button>
      </Group>
    </div>
  )
}

const forbidden = ['not_a_member', 'role_too_low', 'project_archived'] as const
const columnGone = ['validation_failed', 'record_deleted', 'no_column_for_task']

function reasonOf(error: Error) {
  if (isRefused(createTask, error, 'wip_limit_reached')) return 'wipLimit'
  if (forbidden.some(code => isRefused(createTask, error, code))) return 'forbidden'
  return columnGone.some(code => hasCode(error, code)) ? 'columnGone' : 'noAnswer'
}

/** The title that is being typed, stored in this browser for each column. */
function useTitleDraft(columnId: number) {
  const { myId } = useBoard()
  const key = `atrium.new-card.${myId}.${columnId}`
  const [title, setTitle] = useState(() => localStorage.getItem(key) ?? '')
  const changeTitle = (next: string) => {
    setTitle(next)
    try {
      if (next) localStorage.setItem(key, next)
      else localStorage.removeItem(key)
    } catch {
      // The storage is full: the title is still on the screen.
    }
  }
  return [title, changeTitle] as const
}
