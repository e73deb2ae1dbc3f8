import type { UserSummary } from '@atrium/tasks/administration/user.contract'
import { fullName } from '@atrium/ui/format'
import { Avatar, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveMessages } from '../../live/live-provider.tsx'

const SHOWN = 4

/** Who else looks at this board right now. */
export function Viewers({ boardId, myId }: { boardId: number; myId: number }) {
  const { t } = useTranslation()
  const [present, setPresent] = useState<{ boardId: number; users: UserSummary[] }>({ boardId, users: [] })
  useLiveMessages(({ event, data }) => {
    if (event === 'presence' && data.boardId === boardId) setPresent(data)
  })
  const others = present.boardId === boardId ? present.users.filter(({ id }) => id !== myId) : []
  if (others.length === 0) return null
  const names = others.map(person => fullName({ ...person, email: null }))
  return (
    <Tooltip.Group>
      <Avatar.Group
        spacing={8}
        role="group"
        aria-label={t('boards.board.viewers', { names: names.join(', ') })}
      >
        {others.slice(0, SHOWN).map((person, index) => (
          <Tooltip key={person.id} label={names[index]} withArrow>
            <Avatar
              src={person.avatarUrl}
              name={names[index]}
              color="initials"
              size={28}
              alt={names[index]}
            />
          </Tooltip>
        ))}
        {others.length > SHOWN && <Avatar size={28}>+{others.length - SHOWN}</Avatar>}
      </Avatar.Group>
    </Tooltip.Group>
  )
}
