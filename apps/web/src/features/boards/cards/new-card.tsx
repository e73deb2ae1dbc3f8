import { type ApiError, hasCode, hasStatus, isRefused } from '@atrium/client/api-error'
import { randomId } from '@atrium/client/random-id'
import type { FieldInput } from '@atrium/tasks/fields/field.contract'
import { createTask } from '@atrium/tasks/tasks/task.contract'
import { lazyDialog } from '@atrium/ui/dialogs/lazy-dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { Button, Group, Stack, Text } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askedFields } from '../../../data/projects/fields.ts'
import { TaskTextField } from '../../../task-text/task-text-field.tsx'
import { taskOf, useTaskText } from '../../../task-text/use-task-text.ts'
import { useVocabulary } from '../../../task-text/vocabulary.ts'
import { useBoard } from '../board/board-context.ts'
import type { LaneChanges } from '../board/lane-grouping.ts'
import classes from './new-card.module.css'
import {
  type CardLine,
  type UnsavedCard,
  useAddCard,
  useAddCards,
  useDiscardUnsaved,
} from './new-card.queries.ts'

const AskFieldsDialog = lazyDialog(() =>
  import('../../../custom-fields/asked-fields.tsx').then(({ AskFieldsDialog }) => AskFieldsDialog),
)

const MAX_TITLE_LENGTH = 500

interface QuickAddProps {
  columnId: number
  end: 'top' | 'bottom'
  /** What the lane gives to its cards; what is typed counts more. */
  preset?: LaneChanges | undefined
  onEscape: () => void
  onLeave: () => void
}

/** Enter adds the card and keeps the field open, Escape closes it. Several lines become one card each. */
export function QuickAdd({ columnId, end, preset = {}, onEscape, onLeave }: QuickAddProps) {
  const { t } = useTranslation()
  const { projectId, stickers, customFields } = useBoard()
  const asked = askedFields(customFields).filter(({ id }) => preset.fields?.[id] === undefined)
  const [isAsking, setIsAsking] = useState(false)
  const addCard = useAddCard()
  const known = useMemo(() => [...stickers.values()], [stickers])
  const [text, setText] = useTitleDraft(columnId)
  const task = useTaskText(useVocabulary(projectId, known), text, setText)
  const lines = linesOf(text)
  const cardOf = (line: string, values?: FieldInput) => {
    const { title, ...fields } = taskOf(task.parse(line))
    const place = { columnId, atTop: end === 'top' }
    const { fields: ofLane, ...lane } = preset
    const given = { ...ofLane, ...values }
    return {
      title: title.slice(0, MAX_TITLE_LENGTH),
      ...lane,
      ...fields,
      ...place,
      ...(Object.keys(given).length > 0 && { fields: given }),
    }
  }
  const several = useSeveralCards({ lines, cardOf, setText, onAdded: task.clear })

  const submit = () => {
    if (!text.trim()) return
    if (asked.length > 0) return setIsAsking(true)
    if (lines.length > 1) return several.add()
    add()
  }
  const add = (values?: FieldInput) => {
    addCard(cardOf(text, values))
    task.clear()
  }
  const addWith = (values: FieldInput) => {
    setIsAsking(false)
    if (lines.length > 1) void several.add({ values })
    else add(values)
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') onEscape()
  }
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (linesOf(pasted).length < 2) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    setText(text.slice(0, selectionStart) + pasted + text.slice(selectionEnd))
  }
  return (
    <Stack gap={6} className={classes.form}>
      <TaskTextField
        task={task}
        onSubmit={submit}
        aria-label={t('boards.quickAdd.label')}
        placeholder={t('boards.quickAdd.placeholder')}
        // Each line has the limit of a title.
        maxLength={lines.length > 1 ? undefined : MAX_TITLE_LENGTH}
        maxRows={8}
        autoFocus
        readOnly={several.isAdding}
        onKeyDown={press}
        onPaste={paste}
        onBlur={({ relatedTarget }) => !text && !isUnsaved(relatedTarget) && onLeave()}
      />
      {asked.length > 0 && (
        <AskFieldsDialog
          isOpen={isAsking}
          fields={asked}
          onSubmit={addWith}
          onClose={() => setIsAsking(false)}
        />
      )}
      {lines.length > 1 && (
        <Several
          {...several}
          add={force => (asked.length > 0 ? setIsAsking(true) : several.add({ force }))}
          count={lines.length}
          onJoin={() => setText(lines.join(' ').slice(0, MAX_TITLE_LENGTH))}
        />
      )}
      {lines.length < 2 && task.parsed.tokens.length === 0 && (
        <Text size="xs" c="dimmed" className={classes.hint}>
          {t('boards.quickAdd.hint')}
        </Text>
      )}
    </Stack>
  )
}

/** Closing the field would move the buttons of refused cards away from the pointer. */
function isUnsaved(target: EventTarget | null) {
  return target instanceof Element && target.closest('[data-unsaved]') !== null
}

function linesOf(text: string) {
  return text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(Boolean)
}

interface SeveralCards {
  lines: string[]
  cardOf: (line: string, values?: FieldInput) => CardLine['card']
  setText: (text: string) => void
  onAdded: () => void
}

/** What was added leaves the field, so that what was refused can be tried again. */
function useSeveralCards({ lines, cardOf, setText, onAdded }: SeveralCards) {
  const { t } = useTranslation()
  const addCards = useAddCards()
  const [added, setAdded] = useState<number | null>(null)
  const [error, setError] = useState<Error | null>(null)
  // By line, so that a line whose answer was lost is not added twice.
  const keys = useRef(new Map<string, string>())
  const keyOf = (line: string, index: number) => {
    const before = lines.slice(0, index).filter(other => other === line).length
    const name = `${before} ${line}`
    const key = keys.current.get(name) ?? randomId()
    keys.current.set(name, key)
    return key
  }
  const add = async ({ force, values }: { force?: boolean | undefined; values?: FieldInput } = {}) => {
    if (added !== null) return
    setAdded(0)
    setError(null)
    const all = lines.map((line, index) => ({
      key: keyOf(line, index),
      card: { ...cardOf(line, values), force },
    }))
    try {
      await addCards(all, count => {
        setAdded(count)
        setText(lines.slice(count).join('\n'))
      })
      keys.current.clear()
      onAdded()
      notifyOfSuccess(t('boards.quickAdd.added', { count: all.length }))
    } catch (refusal) {
      setError(refusal as Error)
      if (!hasStatus(refusal, 0)) keys.current.clear()
    } finally {
      setAdded(null)
    }
  }
  return { add, error, isAdding: added !== null }
}

interface SeveralProps {
  count: number
  isAdding: boolean
  error: Error | null
  add: (force?: boolean) => void
  onJoin: () => void
}

function Several({ count, isAdding, error, add, onJoin }: SeveralProps) {
  const { t } = useTranslation()
  const isOverLimit = error !== null && isRefused(createTask, error, 'wip_limit_reached')
  return (
    <Stack gap={6} role="alert">
      {error && !isAdding && (
        <Text size="xs" c="var(--mantine-color-error)">
          {t(`boards.quickAdd.refused.${reasonOf(error)}`)}
        </Text>
      )}
      <Group gap="xs">
        <Text size="sm">{t('boards.quickAdd.several', { count })}</Text>
        <Button size="compact-sm" loading={isAdding} onClick={() => add(isOverLimit)}>
          {isOverLimit ? t('boards.quickAdd.anyway') : t('boards.quickAdd.addAll')}
        </Button>
        <Button size="compact-sm" variant="default" disabled={isAdding} onClick={onJoin}>
          {t('boards.quickAdd.addAsOne')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Cards that are not saved yet: being sent, or refused with a choice to retry or discard. */
export function UnsavedCards({ cards }: { cards: UnsavedCard[] }) {
  if (cards.length === 0) return null
  return (
    <div className={classes.unsaved} data-unsaved>
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
  if (Object.keys((error as ApiError).fieldErrors ?? {}).some(name => name.startsWith('fields.')))
    return 'fields'
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
