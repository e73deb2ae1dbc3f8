import type { Member } from '@atrium/tasks/projects/member.contract'
import { findEmoji } from '@atrium/ui/emoji/emoji'
import { fullName } from '@atrium/ui/format'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { Group, Paper, Portal, Text, UnstyledButton } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import { type ReactNode, useEffect, useRef } from 'react'
import { membersFor, mentionQueryAt } from '../mentions.ts'
import classes from './rich-editor.module.css'

/** What is typed after an @, a colon, or a slash at the start of a line, and where. */
export interface CompletionQuery {
  kind: 'mention' | 'emoji' | 'block'
  search: string
  from: number
  to: number
}

export interface Suggestion {
  key: string
  view: ReactNode
  insert: (editor: Editor) => void
}

const MAX_SUGGESTIONS = 6

export function completionAt({ selection }: EditorState): CompletionQuery | undefined {
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return undefined
  const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const at = (start: number) => ({ from: $from.start() + start, to: $from.pos })
  const mention = mentionQueryAt(text, text.length)
  if (mention) return { kind: 'mention', search: mention.search, ...at(mention.start) }
  const block = /^\/([\p{L}\d]*)$/u.exec(text)
  if (block) return { kind: 'block', search: block[1] ?? '', ...at(0) }
  const emoji = /(?:^|\s):([\p{L}\d_+-]{2,})$/u.exec(text)
  if (!emoji?.[1]) return undefined
  return { kind: 'emoji', search: emoji[1], ...at(text.length - emoji[1].length - 1) }
}

export function suggestionsFor(query: CompletionQuery, members: Member[]): Suggestion[] {
  const { kind, search, from, to } = query
  const replace = (editor: Editor, content: object) =>
    editor
      .chain()
      .insertContentAt({ from, to }, [content, { type: 'text', text: ' ' }])
      .run()
  if (kind === 'emoji') {
    return findEmoji(search, MAX_SUGGESTIONS).map(({ symbol, shortcode }) => ({
      key: shortcode,
      view: `${symbol} :${shortcode}:`,
      insert: editor => replace(editor, { type: 'text', text: symbol }),
    }))
  }
  return membersFor(search, members)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ userId, user }) => ({
      key: String(userId),
      view: (
        <Group gap="xs" wrap="nowrap">
          <PersonAvatar person={user} size={22} />
          <Text size="sm" truncate>
            {fullName(user)}
          </Text>
        </Group>
      ),
      insert: editor => replace(editor, { type: 'mention', attrs: { id: userId } }),
    }))
}

interface CompletionListProps {
  id: string
  label: string
  editor: Editor
  from: number
  suggestions: Suggestion[]
  selected: number
  onChoose: (suggestion: Suggestion) => void
}

/** Below the caret, or above it where there is no room. The editor keeps the focus. */
export function CompletionList({
  id,
  label,
  editor,
  from,
  suggestions,
  selected,
  onChoose,
}: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const { left, top, bottom } = editor.view.coordsAtPos(from)
    const { width, height } = element.getBoundingClientRect()
    const isBelow = bottom + height + 8 < window.innerHeight
    element.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`
    element.style.top = `${isBelow ? bottom + 4 : Math.max(8, top - height - 4)}px`
  })
  return (
    <Portal>
      <Paper
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        className={classes.completion}
        withBorder
        shadow="md"
      >
        {suggestions.map((suggestion, index) => (
          <UnstyledButton
            key={suggestion.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === selected}
            tabIndex={-1}
            className={classes.option}
            onMouseDown={event => event.preventDefault()}
            onClick={() => onChoose(suggestion)}
          >
            {suggestion.view}
          </UnstyledButton>
        ))}
      </Paper>
    </Portal>
  )
}
