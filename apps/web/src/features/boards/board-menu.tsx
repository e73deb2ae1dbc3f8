import { IconDots, IconKeyboard, IconSettings, IconTrash, IconUpload, IconUsers } from '@atrium/ui/icons'
import { useShortcutHelp } from '@atrium/ui/shortcuts/shortcuts'
import { ActionIcon, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

const icon = { size: 16, stroke: 1.75 }

export function BoardMenu({ projectId, mayManage }: { projectId: number; mayManage: boolean }) {
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
