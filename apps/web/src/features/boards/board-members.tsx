import type { UserSummary } from '@atrium/tasks/administration/user.contract'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { fullName } from '@atrium/ui/format'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { Avatar, Indicator, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { membersQuery } from '../../data/projects/projects.ts'
import { useLiveMessages } from '../../live/live-provider.tsx'
import classes from './board-header.module.css'

const MAX_AVATARS = 5

interface BoardMembersProps {
  board: FullBoard
  myId: number
  /** The assignees of the filter, separated by commas. */
  assignee: string
  onAssignee: (assignee: string) => void
}

/** The members of the project: who has the board open, and a click shows only their tasks. */
export function BoardMembers({ board, myId, assignee, onAssignee }: BoardMembersProps) {
  const { t } = useTranslation()
  const { data: members = [] } = useQuery(membersQuery(board.projectId))
  const viewers = useViewers(board.id).filter(({ id }) => id !== myId)
  if (members.length < 2) return null
  const viewing = new Set(viewers.map(({ id }) => id))
  // People who are looking at the board come first, so that they are visible.
  const people = members
    .map(({ user }) => user)
    .toSorted((one, other) => rank(viewing, one) - rank(viewing, other))
  const hidden = people.length - MAX_AVATARS
  return (
    <Tooltip.Group>
      <Avatar.Group
        spacing={6}
        role="group"
        aria-label={t('boards.board.members')}
        className={classes.members}
      >
        {people.slice(0, MAX_AVATARS).map(person => {
          const name = fullName(person)
          const value = person.id === myId ? 'me' : String(person.id)
          const isOn = assignee === value
          const isHere = viewing.has(person.id)
          const label = isHere ? t('boards.board.isViewing', { name }) : name
          return (
            <Tooltip key={person.id} label={label} withArrow>
              <UnstyledButton
                className={classes.member}
                aria-pressed={isOn}
                onClick={() => onAssignee(isOn ? '' : value)}
              >
                <Indicator
                  aria-hidden="true"
                  disabled={!isHere}
                  color="teal"
                  size={9}
                  offset={4}
                  position="bottom-end"
                  withBorder
                >
                  <PersonAvatar person={person} size={28} />
                </Indicator>
                <VisuallyHidden>{t('boards.board.tasksOf', { name: label })}</VisuallyHidden>
              </UnstyledButton>
            </Tooltip>
          )
        })}
        {hidden > 0 && (
          <Avatar
            component={Link}
            to={`/project/${board.projectId}/members`}
            size={28}
            aria-label={t('boards.board.moreMembers', { count: hidden })}
          >
            +{hidden}
          </Avatar>
        )}
      </Avatar.Group>
    </Tooltip.Group>
  )
}

function rank(viewing: ReadonlySet<number>, { id }: { id: number }) {
  return viewing.has(id) ? 0 : 1
}

/** The users who have this board open. */
function useViewers(boardId: number) {
  const [present, setPresent] = useState<{ boardId: number; users: UserSummary[] }>({ boardId, users: [] })
  useLiveMessages(({ event, data }) => {
    if (event === 'presence' && data.boardId === boardId) setPresent(data)
  })
  return present.boardId === boardId ? present.users : []
}
