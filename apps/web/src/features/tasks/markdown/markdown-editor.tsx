import type { Member } from '@atrium/tasks/projects/member.contract'
import { fullName } from '@atrium/ui/format'
import {
  Avatar,
  Box,
  Combobox,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  type TextareaProps,
  useCombobox,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../../../data/current-user.ts'
import { LazyMarkdown } from './lazy-markdown.tsx'
import classes from './markdown-editor.module.css'
import { type MentionQuery, membersFor, mentionQueryAt, nameToMention, toStored } from './mentions.ts'

interface MarkdownEditorProps {
  label: string
  placeholder?: string
  value: string
  maxLength: number
  minRows: number
  /** Who can be mentioned. */
  members?: Member[]
  isFocused?: boolean
  onChange: (text: string) => void
  onSubmit: () => void
  onLeave?: () => void
}

/** Markdown with a preview; Ctrl-Enter submits, Escape leaves. */
export function MarkdownEditor({ members = [], isFocused = true, ...props }: MarkdownEditorProps) {
  const { t } = useTranslation()
  const [isPreview, setIsPreview] = useState(false)
  const { label, placeholder, value, maxLength, minRows, onChange, onSubmit, onLeave } = props

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSubmit()
    }
    if (event.key === 'Escape') onLeave?.()
  }
  return (
    <Stack gap={6} onKeyDown={press}>
      {(value || isPreview) && (
        <SegmentedControl
          className={classes.switch}
          size="xs"
          aria-label={t('tasks.editor.mode')}
          value={isPreview ? 'preview' : 'write'}
          onChange={mode => setIsPreview(mode === 'preview')}
          data={[
            { value: 'write', label: t('tasks.editor.write') },
            { value: 'preview', label: t('tasks.editor.preview') },
          ]}
        />
      )}
      {isPreview ? (
        <Box className={classes.preview}>
          <LazyMarkdown text={toStored(value, members)} members={members} />
        </Box>
      ) : (
        <MentionTextarea
          aria-label={label}
          placeholder={placeholder}
          value={value}
          maxLength={maxLength}
          minRows={minRows}
          maxRows={24}
          autoFocus={isFocused}
          members={members}
          onChange={onChange}
        />
      )}
    </Stack>
  )
}

interface MentionTextareaProps extends Omit<TextareaProps, 'onChange' | 'value'> {
  value: string
  members: Member[]
  onChange: (text: string) => void
}

const MAX_SUGGESTIONS = 6

/** A text area that suggests members after an @. */
function MentionTextarea({ value, members, onChange, ...props }: MentionTextareaProps) {
  const { t } = useTranslation()
  const area = useRef<HTMLTextAreaElement>(null)
  const [query, setQuery] = useState<MentionQuery>()
  const { data: me } = useQuery(currentUserQuery)
  const others = members.filter(({ userId }) => userId !== me?.id)
  const suggested = query ? membersFor(query.search, others).slice(0, MAX_SUGGESTIONS) : []
  const isSuggesting = suggested.length > 0
  const combobox = useCombobox({ opened: isSuggesting, onDropdownClose: () => setQuery(undefined) })

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the suggestions change
  useEffect(() => {
    if (isSuggesting) combobox.selectFirstOption()
  }, [isSuggesting, query?.search])

  const updateQuery = () => {
    if (members.length === 0 || !area.current) return
    setQuery(mentionQueryAt(area.current.value, area.current.selectionStart))
  }
  const mention = (userId: number) => {
    if (!query || !area.current) return
    const inserted = `@${nameToMention(userId, members)} `
    const end = area.current.selectionStart
    onChange(value.slice(0, query.start) + inserted + value.slice(end))
    setQuery(undefined)
    const caret = query.start + inserted.length
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(caret, caret)
    })
  }
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={280}
      onOptionSubmit={id => mention(Number(id))}
      withinPortal
    >
      <Combobox.Target withKeyboardNavigation={isSuggesting} withAriaAttributes={isSuggesting}>
        <Textarea
          {...props}
          ref={area}
          autosize
          value={value}
          onChange={event => {
            onChange(event.currentTarget.value)
            updateQuery()
          }}
          onKeyDown={event => {
            if (event.key === 'Escape' && isSuggesting) {
              event.preventDefault()
              setQuery(undefined)
            }
          }}
          onBlur={() => setQuery(undefined)}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isSuggesting}>
        <Combobox.Options aria-label={t('tasks.comments.mention')}>
          {suggested.map(({ userId, user }) => (
            <Combobox.Option key={userId} value={String(userId)}>
              <Group gap="xs" wrap="nowrap">
                <Avatar src={user.avatarUrl} name={fullName(user)} color="initials" size={22} alt="" />
                <Text size="sm" truncate>
                  {fullName(user)}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
