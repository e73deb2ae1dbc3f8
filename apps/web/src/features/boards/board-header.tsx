import type { UserSummary } from '@atrium/tasks/administration/user.contract'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { fullName } from '@atrium/ui/format'
import {
  IconDots,
  IconEdit,
  IconKeyboard,
  IconSettings,
  IconTrash,
  IconUpload,
  IconUsers,
} from '@atrium/ui/icons'
import { Breadcrumbs } from '@atrium/ui/shell/breadcrumbs'
import { useShortcutHelp } from '@atrium/ui/shortcuts/shortcuts'
import { ActionIcon, Avatar, Badge, Group, Menu, Text, Title, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoardRights } from '../../data/boards.ts'
import { projectQuery } from '../../data/projects.ts'
import { useLiveMessages } from '../../live/live-provider.tsx'
import { useChangeBoard } from './board.queries.ts'
import classes from './board-header.module.css'
import { InlineRename } from './inline-rename.tsx'

interface BoardHeaderProps {
  board: FullBoard
  myId: number
  star: ReactNode
}

export function BoardHeader({ board, myId, star }: BoardHeaderProps) {
  const { t } = useTranslation()
  const { data: project } = useQuery(projectQuery(board.projectId))
  const change = useChangeBoard(board)
  const [isRenaming, setIsRenaming] = useState(false)
  const { mayManage, isArchived } = useBoardRights(board)
  const name = change.isPending ? (change.variables.name ?? board.name) : board.name
  return (
    <header className={classes.header}>
      <div className={classes.names}>
        <div className={classes.project}>
          <Breadcrumbs>
            <Link to="/project/$projectId" params={{ projectId: board.projectId }}>
              {project?.name ?? '…'}
            </Link>
          </Breadcrumbs>
        </div>
        <Text size="sm" c="dimmed" aria-hidden="true" className={classes.project}>
          /
        </Text>
        {isRenaming ? (
          <InlineRename
            label={t('boards.board.name')}
            value={board.name}
            maxLength={200}
            onSave={next => change.mutate({ name: next })}
            onClose={() => setIsRenaming(false)}
          />
        ) : (
          <Title order={1} size="h3" lineClamp={1} className={classes.name}>
            {name}
          </Title>
        )}
        {star}
        {isArchived && <Badge color="amber">{t('boards.board.archived')}</Badge>}
        {mayManage && !isRenaming && (
          <ActionIcon
            variant="subtle"
            color="gray"
            c="dimmed"
            size="sm"
            aria-label={t('boards.board.rename')}
            className={classes.rename}
            onClick={() => setIsRenaming(true)}
          >
            <IconEdit size={15} stroke={1.75} />
          </ActionIcon>
        )}
      </div>
      <Group gap="xs" wrap="nowrap" flex="none">
        <Viewers boardId={board.id} myId={myId} />
        <BoardMenu projectId={board.projectId} mayManage={mayManage} />
      </Group>
    </header>
  )
}

const icon = { size: 16, stroke: 1.75 }

function BoardMenu({ projectId, mayManage }: { projectId: number; mayManage: boolean }) {
  const { t } = useTranslation(['app', 'ui'])
  const showShortcuts = useShortcutHelp()
  const project = `/project/${projectId}`
  return (
    <Menu position="bottom-end" shadow="md" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="dimmed" size="lg" aria-label={t('boards.board.menu')}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={`${project}/members`} leftSection={<IconUsers {...icon} />}>
          {t('boards.board.members')}
        </Menu.Item>
        {mayManage && (
          <>
            <Menu.Item component={Link} to={`${project}/settings`} leftSection={<IconSettings {...icon} />}>
              {t('boards.board.settings')}
            </Menu.Item>
            <Menu.Item component={Link} to={`${project}/import`} leftSection={<IconUpload {...icon} />}>
              {t('boards.board.import')}
            </Menu.Item>
            <Menu.Item component={Link} to={`${project}/trash`} leftSection={<IconTrash {...icon} />}>
              {t('boards.board.trash')}
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard {...icon} />} onClick={showShortcuts}>
          {t('ui:shortcuts.title')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const MAX_AVATARS = 4

/** The other users who have this board open. */
function Viewers({ boardId, myId }: { boardId: number; myId: number }) {
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
        {others.slice(0, MAX_AVATARS).map((person, index) => (
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
        {others.length > MAX_AVATARS && <Avatar size={28}>+{others.length - MAX_AVATARS}</Avatar>}
      </Avatar.Group>
    </Tooltip.Group>
  )
}
