import { durationText } from '@atrium/ui/durations'
import {
  IconCalendarEvent,
  IconChevronsUp,
  IconClock,
  IconTag,
  IconUserCircle,
  IconX,
} from '@atrium/ui/icons'
import { Popover, Textarea, type TextareaProps, VisuallyHidden } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { dayInWords } from '../data/days.ts'
import { complete, completionsOf, type NameQuery, nameQueryAt, newStickerIn } from './completion.ts'
import optionClasses from './option-list.module.css'
import type { Named, Token, TokenKind, Vocabulary } from './parse-task-text.ts'
import classes from './task-text-field.module.css'
import type { TaskText } from './use-task-text.ts'

interface TaskTextFieldProps extends Omit<TextareaProps, 'value' | 'onChange' | 'onSubmit' | 'ref'> {
  task: TaskText
  /** Without it, Enter submits the form around the field. */
  onSubmit?: () => void
  ref?: Ref<HTMLTextAreaElement>
}

/** The title of a new task; names are completed after @, # and !, and what was recognized is shown below. */
export function TaskTextField({ task, onSubmit, onKeyDown, onBlur, ref, ...props }: TaskTextFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const { field, suggested, selected, setSelected, update, choose, dismiss } = useCompletion(task)
  const merged = useMergedRef(field, ref)
  const isOpen = suggested.length > 0
  const optionId = (index: number) => `${id}-${index}`

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (isOpen && pressInList(event)) {
      event.preventDefault()
      event.stopPropagation()
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (onSubmit) onSubmit()
      else event.currentTarget.form?.requestSubmit()
    } else onKeyDown?.(event)
  }
  const pressInList = ({ key, shiftKey }: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step) setSelected((selected + step + suggested.length) % suggested.length)
    else if (key === 'Escape') dismiss()
    else if ((key === 'Enter' || key === 'Tab') && !shiftKey) choose(suggested[selected])
    else return false
    return true
  }
  return (
    <div className={classes.root}>
      <Popover
        opened={isOpen}
        position="bottom-start"
        offset={4}
        width={260}
        withRoles={false}
        trapFocus={false}
        closeOnEscape={false}
        transitionProps={{ duration: 0 }}
        middlewares={{ flip: true, shift: { padding: 8 } }}
      >
        <Popover.Target>
          <div>
            <Textarea
              {...props}
              ref={merged}
              value={task.text}
              minRows={1}
              onChange={event => {
                task.setText(event.currentTarget.value)
                update()
              }}
              // The caret moves after the key.
              onKeyUp={update}
              onClick={update}
              onKeyDown={press}
              onBlur={event => {
                dismiss()
                onBlur?.(event)
              }}
              autoComplete="off"
              {...(isOpen && {
                role: 'combobox',
                'aria-expanded': true,
                'aria-autocomplete': 'list',
                'aria-controls': id,
                'aria-activedescendant': optionId(selected),
              })}
            />
          </div>
        </Popover.Target>
        <Popover.Dropdown p={0}>
          <div id={id} role="listbox" aria-label={t('work.text.suggestions')} className={optionClasses.list}>
            {suggested.map((suggestion, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the field points to the selected option
              <div
                key={suggestion.id}
                id={optionId(index)}
                role="option"
                aria-selected={index === selected}
                data-selected={index === selected || undefined}
                className={optionClasses.option}
                onPointerMove={() => setSelected(index)}
                onMouseDown={event => event.preventDefault()}
                onClick={() => choose(suggestion)}
              >
                <span className={optionClasses.label}>
                  {suggestion.id === NEW
                    ? t('work.text.createSticker', { name: suggestion.names[0] ?? '' })
                    : suggestion.names[0]}
                </span>
              </div>
            ))}
          </div>
        </Popover.Dropdown>
      </Popover>
      <VisuallyHidden role="status">
        {isOpen && t('work.text.suggestionCount', { count: suggested.length })}
      </VisuallyHidden>
      <TaskChips tokens={task.parsed.tokens} vocabulary={task.vocabulary} onKeep={task.keep} />
    </div>
  )
}

/** What the name at the caret can become. */
function useCompletion(task: TaskText) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [query, setQuery] = useState<NameQuery>()
  const [dismissedAt, setDismissedAt] = useState<number>()
  const [selected, setSelected] = useState(0)
  const suggested = query && query.start !== dismissedAt ? suggestionsFor(query, task) : []

  const update = () => {
    if (!field.current) return
    const { value, selectionStart, selectionEnd } = field.current
    const next = selectionStart === selectionEnd ? nameQueryAt(value, selectionStart) : undefined
    if (next?.search !== query?.search || next?.start !== query?.start) setSelected(0)
    if (!next) setDismissedAt(undefined)
    setQuery(next)
  }
  const choose = (named: Named | undefined) => {
    if (!named || !query || !field.current) return
    const { id, names } = named
    const { text, caret, inserted } = complete(task.text, field.current.selectionStart, query, names[0] ?? '')
    // At once: the next key may come before the next frame.
    flushSync(() => {
      task.setText(text)
      if (id === NEW) task.create(inserted)
      else task.pick(inserted, id)
      setQuery(undefined)
    })
    field.current.focus()
    field.current.setSelectionRange(caret, caret)
  }
  return {
    field,
    suggested,
    selected: Math.min(selected, Math.max(0, suggested.length - 1)),
    setSelected,
    update,
    choose,
    dismiss: () => setDismissedAt(query?.start),
  }
}

/** Instead of the id of a sticker: it will be created with the task. */
const NEW = 0

function suggestionsFor(query: NameQuery, { vocabulary, isToCreate }: TaskText): Named[] {
  const found = completionsOf(query, vocabulary)
  const name = newStickerIn(query, vocabulary)
  return name === undefined || isToCreate(name) ? found : [...found, { id: NEW, names: [name] }]
}

const icons: Record<TokenKind, typeof IconClock> = {
  assignee: IconUserCircle,
  sticker: IconTag,
  priority: IconChevronsUp,
  due: IconCalendarEvent,
  estimate: IconClock,
}

interface TaskChipsProps {
  tokens: Token[]
  vocabulary: Vocabulary
  onKeep: (token: Token) => void
}

function TaskChips({ tokens, vocabulary, onKeep }: TaskChipsProps) {
  const { t, i18n } = useTranslation()
  if (tokens.length === 0) return null
  return (
    <ul className={classes.chips} aria-label={t('work.text.recognized')}>
      {tokens.map(token => {
        const Icon = icons[token.kind]
        return (
          <li key={token.start} className={classes.chip}>
            <Icon size={14} stroke={1.75} aria-hidden />
            <span className={classes.value}>{wordsFor(token, vocabulary, i18n.language)}</span>
            <button
              type="button"
              className={classes.remove}
              aria-label={t('work.text.keep', { text: token.text })}
              title={t('work.text.keep', { text: token.text })}
              // The field keeps the focus, and with it the form stays open.
              onMouseDown={event => event.preventDefault()}
              onClick={() => onKeep(token)}
            >
              <IconX size={12} stroke={2} aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function wordsFor({ kind, value }: Token, vocabulary: Vocabulary, language: string) {
  const nameIn = (list: Named[]) => list.find(({ id }) => id === value)?.names[0] ?? ''
  switch (kind) {
    case 'assignee':
      return nameIn(vocabulary.people)
    case 'sticker':
      return typeof value === 'string' ? value : nameIn(vocabulary.stickers)
    case 'priority':
      return nameIn(vocabulary.priorities)
    case 'due':
      return dayInWords(String(value), language, { weekday: 'short', day: 'numeric', month: 'short' })
    case 'estimate':
      return durationText(Number(value), language)
  }
}
