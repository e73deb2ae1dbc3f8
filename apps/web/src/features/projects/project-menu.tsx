import type { Project } from '@atrium/tasks/projects/project.contract'
import { IconDots, IconDownload, IconFileImport } from '@atrium/ui/icons'
import { ActionIcon, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useProjectRights } from './project-rights.ts'

interface ProjectMenuProps {
  project: Project
  onExport: (format: 'json' | 'csv') => void
}

export function ProjectMenu({ project, onExport }: ProjectMenuProps) {
  const { t } = useTranslation()
  const { mayManage } = useProjectRights(project)
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('projects.menu.label', { name: project.name })}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayManage && (
          <Menu.Item
            component={Link}
            to={`/project/${project.id}/import`}
            leftSection={<IconFileImport size={16} stroke={1.75} />}
          >
            {t('projects.menu.import')}
          </Menu.Item>
        )}
        {(['json', 'csv'] as const).map(format => (
          <Menu.Item
            key={format}
            leftSection={<IconDownload size={16} stroke={1.75} />}
            onClick={() => onExport(format)}
          >
            {t(`projects.menu.export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
