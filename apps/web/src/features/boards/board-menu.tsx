import { IconDots, IconKeyboard, IconSettings, IconTrash, IconUpload, IconUsers } from '@atrium/ui/icons'
import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSingleKeys } from '../../data/single-keys.ts'
import { KeysDialog } from './keys-dialog.tsx'

const icon = { size: 16, stroke: 1.75 }

export function BoardMenu({ projectId, mayManage }: { projectId: number; mayManage: boolean }) {
  const { t } = useTranslation()
  const [isHelpOpen, help] = useDisclosure()
  const [withSingleKeys] = useSingleKeys()
  useHotkeys(withSingleKeys ? [['shift+?', help.open]] : [])
  const project = `/project/${projectId}`
  return (
    <>
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
          <Menu.Item leftSection={<IconKeyboard {...icon} />} onClick={help.open}>
            {t('boards.keys.title')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <KeysDialog isOpen={isHelpOpen} onClose={help.close} />
    </>
  )
}
