import type { Member } from '@atrium/tasks/projects/member.contract'
import { fullName } from '@atrium/ui/format'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { Combobox, Group, Text, Textarea, type TextareaProps, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../../../data/session/current-user.ts'
import {
  type MentionQuery,
  membersFor,
  mentionQueryAt,
  nameToMention,
  toReadable,
  toStored,
} from '../markdown/mentions.ts'

interface MentionTextareaProps extends Omit<TextareaProps, 'onChange' | 'value'> {
  /** With ids, as it is stored. */
  value: string
  members: Member[]
  onChange: (text: string) => void
}

const MAX_SUGGESTIONS = 6

/** Markdown source with the names of members in place of their ids; suggests members after an @. */
export function MentionTextarea({ value: stored, members, onChange: store, ...props }: MentionTextareaProps) {
  const { t } = useTranslation()
  const value = toReadable(stored, members)
  const onChange = (text: string) => store(toStored(text, members))
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
    // At once: the next key may come before the next frame.
    flushSync(() => {
      onChange(value.slice(0, query.start) + inserted + value.slice(end))
      setQuery(undefined)
    })
    const caret = query.start + inserted.length
    area.current.focus()
    area.current.setSelectionRange(caret, caret)
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
                <PersonAvatar person={user} size={22} />
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
