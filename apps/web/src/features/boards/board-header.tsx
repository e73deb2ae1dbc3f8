import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { lazyDialog } from '@atrium/ui/dialogs/lazy-dialog'
import { IconButton } from '@atrium/ui/icon-button'
import {
  IconAdjustments,
  IconDots,
  IconKeyboard,
  IconSettings,
  IconShare,
  IconTemplate,
  IconTrash,
  IconUpload,
  IconUserPlus,
  IconUsers,
} from '@atrium/ui/icons'
import { MenuItem } from '@atrium/ui/menu-item'
import { Breadcrumbs } from '@atrium/ui/shell/breadcrumbs'
import { useShortcutHelp } from '@atrium/ui/shortcuts/shortcuts'
import { Badge, Button, Group, Menu, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoardRights } from '../../data/boards/boards.ts'
import { projectQuery } from '../../data/projects/projects.ts'
import type { BoardFilters } from '../../data/search-params.ts'
import { ProjectMark } from '../../project-mark/project-mark.tsx'
import { SaveTemplateDialog } from '../../templates/lazy-templates.tsx'
import classes from './board-header.module.css'
import { BoardMembers } from './board-members.tsx'

const ShareDialog = lazyDialog(async () => (await import('./sharing/share-dialog.tsx')).ShareDialog)
const BoardSettings = lazyDialog(async () => (await import('./board-settings.tsx')).BoardSettings)

interface BoardHeaderProps {
  board: FullBoard
  myId: number
  filters: BoardFilters
  onFilter: (filters: BoardFilters) => void
  star: ReactNode
  /** The switch to other views of the same tasks. */
  views: ReactNode
  /** Undefined for users who cannot invite others. */
  onInvite: (() => void) | undefined
  onDeleted: () => void
}

export function BoardHeader(props: BoardHeaderProps) {
  const { board, myId, filters, onFilter, star, views, onInvite, onDeleted } = props
  const { t } = useTranslation()
  const [hasSettings, settings] = useDisclosure()
  const [isSaving, saving] = useDisclosure()
  const [isSharing, sharing] = useDisclosure()
  const { data: project } = useQuery(projectQuery(board.projectId))
  const { mayManage, isArchived } = useBoardRights(board)
  return (
    <header className={classes.header}>
      <div className={classes.names}>
        <div className={classes.project}>
          <Breadcrumbs>
            <Link to="/project/$projectId" params={{ projectId: board.projectId }}>
              {project && <ProjectMark project={project} size={18} />}
              <span className={classes.projectName}>{project?.name ?? '…'}</span>
            </Link>
          </Breadcrumbs>
        </div>
        <Text size="sm" c="dimmed" aria-hidden="true" className={classes.project}>
          /
        </Text>
        <Title order={1} size="h3" lineClamp={1} className={classes.name}>
          {board.name}
        </Title>
        {star}
        {isArchived && <Badge color="amber">{t('boards.board.archived')}</Badge>}
      </div>
      <div className={classes.views}>{views}</div>
      <Group gap="xs" wrap="nowrap" flex="none">
        <BoardMembers
          board={board}
          myId={myId}
          assignee={filters.assignee ?? ''}
          onAssignee={assignee => onFilter({ ...filters, assignee: assignee || undefined })}
        />
        {onInvite && (
          <Button
            size="xs"
            variant="light"
            visibleFrom="xs"
            leftSection={<IconUserPlus {...icon} />}
            onClick={onInvite}
          >
            {t('boards.board.invite')}
          </Button>
        )}
        <BoardMenu
          projectId={board.projectId}
          onInvite={onInvite}
          onSettings={mayManage ? settings.open : undefined}
          onSave={saving.open}
          onShare={sharing.open}
        />
      </Group>
      {mayManage && (
        <>
          <BoardSettings board={board} isOpen={hasSettings} onClose={settings.close} onDeleted={onDeleted} />
          <ShareDialog board={board} isOpen={isSharing} onClose={sharing.close} />
          <SaveTemplateDialog
            original={{ kind: 'board', id: board.id, projectId: board.projectId, name: board.name }}
            isOpen={isSaving}
            onClose={saving.close}
          />
        </>
      )}
    </header>
  )
}

const icon = { size: 16, stroke: 1.75 }

interface BoardMenuProps {
  projectId: number
  onInvite: (() => void) | undefined
  /** Undefined for users who cannot change the board. */
  onSettings: (() => void) | undefined
  onSave: () => void
  onShare: () => void
}

function BoardMenu({ projectId, onInvite, onSettings, onSave, onShare }: BoardMenuProps) {
  const { t } = useTranslation(['app', 'ui'])
  const showShortcuts = useShortcutHelp()
  const project = `/project/${projectId}`
  return (
    <Menu position="bottom-end" shadow="md" width={220}>
      <Menu.Target>
        <IconButton icon={IconDots} iconSize={18} label={t('boards.board.menu')} c="dimmed" size="lg" />
      </Menu.Target>
      <Menu.Dropdown>
        {onSettings && (
          <MenuItem icon={IconSettings} label={t('boards.settings.title')} onClick={onSettings} />
        )}
        {onInvite && (
          <MenuItem icon={IconUserPlus} label={t('boards.board.invite')} hiddenFrom="xs" onClick={onInvite} />
        )}
        {onSettings && <MenuItem icon={IconShare} label={t('connections.sharing.menu')} onClick={onShare} />}
        <Menu.Item component={Link} to={`${project}/members`} leftSection={<IconUsers {...icon} />}>
          {t('boards.board.members')}
        </Menu.Item>
        {onSettings && (
          <>
            <Menu.Item
              component={Link}
              to={`${project}/settings`}
              leftSection={<IconAdjustments {...icon} />}
            >
              {t('boards.board.projectSettings')}
            </Menu.Item>
            <MenuItem icon={IconTemplate} label={t('templates.menu')} onClick={onSave} />
            <Menu.Item component={Link} to={`${project}/import`} leftSection={<IconUpload {...icon} />}>
              {t('boards.board.import')}
            </Menu.Item>
            <Menu.Item component={Link} to={`${project}/trash`} leftSection={<IconTrash {...icon} />}>
              {t('boards.board.trash')}
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <MenuItem icon={IconKeyboard} label={t('ui:shortcuts.title')} onClick={showShortcuts} />
      </Menu.Dropdown>
    </Menu>
  )
}
