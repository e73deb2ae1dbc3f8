import type { UserSummary } from '@atrium/tasks/administration/user.contract'
import { fullName } from '@atrium/ui/format'
import { Avatar, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './comments.module.css'

interface CommentFrameProps {
  author: UserSummary
  /** When, or that it is not there yet. */
  note: ReactNode
  menu?: ReactNode
  isFaint?: boolean
  children: ReactNode
}

export function CommentFrame({ author, note, menu, isFaint = false, children }: CommentFrameProps) {
  const name = fullName({ ...author, email: null })
  return (
    <li className={classes.comment} data-faint={isFaint || undefined}>
      <Avatar src={author.avatarUrl} name={name} color="initials" size={32} alt="" />
      <div>
        <Group gap="xs" justify="space-between" wrap="nowrap" mih={26}>
          <Text size="sm" truncate>
            <Text span inherit fw={600}>
              {name}
            </Text>{' '}
            <Text span size="xs" c="dimmed">
              {note}
            </Text>
          </Text>
          {menu}
        </Group>
        {children}
      </div>
    </li>
  )
}
