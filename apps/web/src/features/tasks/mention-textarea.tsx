import type { Member } from '@atrium/tasks/projects/member.contract'
import { fullName } from '@atrium/ui/format'
import { Avatar, Combobox, Group, Text, Textarea, type TextareaProps, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../../data/current-user.ts'
import { type MentionBegun, membersFor, mentionBegunAt, nameToMention } from './mentions.ts'

interface MentionTextareaProps extends Omit<TextareaProps, 'onChange' | 'value'> {
  value: string
  members: Member[]
  onChange: (text: string) => void
}

const MOST_OFFERED = 6

/** A text area in which an @ offers the other members. */
export function MentionTextarea({ value, members, onChange, ...props }: MentionTextareaProps) {
  const { t } = useTranslation()
  const area = useRef<HTMLTextAreaElement>(null)
  const [begun, setBegun] = useState<MentionBegun>()
  const { data: me } = useQuery(currentUserQuery)
  const others = members.filter(({ userId }) => userId !== me?.id)
  const offered = begun ? membersFor(begun.search, others).slice(0, MOST_OFFERED) : []
  const isOffering = offered.length > 0
  const combobox = useCombobox({ opened: isOffering, onDropdownClose: () => setBegun(undefined) })

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever others are offered
  useEffect(() => {
    if (isOffering) combobox.selectFirstOption()
  }, [isOffering, begun?.search])

  const lookForMention = () => {
    if (members.length === 0 || !area.current) return
    setBegun(mentionBegunAt(area.current.value, area.current.selectionStart))
  }
  const mention = (userId: number) => {
    if (!begun || !area.current) return
    const inserted = `@${nameToMention(userId, members)} `
    const end = area.current.selectionStart
    onChange(value.slice(0, begun.start) + inserted + value.slice(end))
    setBegun(undefined)
    const caret = begun.start + inserted.length
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
      <Combobox.Target withKeyboardNavigation={isOffering} withAriaAttributes={isOffering}>
        <Textarea
          {...props}
          ref={area}
          autosize
          value={value}
          onChange={event => {
            onChange(event.currentTarget.value)
            lookForMention()
          }}
          onKeyDown={event => {
            if (event.key === 'Escape' && isOffering) {
              event.preventDefault()
              setBegun(undefined)
            }
          }}
          onBlur={() => setBegun(undefined)}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOffering}>
        <Combobox.Options aria-label={t('tasks.comments.mention')}>
          {offered.map(({ userId, user }) => (
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
