import { EmptyState } from '@atrium/ui/empty-state'
import { IconFolders } from '@atrium/ui/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export function NoProjects({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconFolders stroke={1.5} />}
      title={t('projects.empty.title')}
      text={t('projects.empty.text')}
    >
      {children}
    </EmptyState>
  )
}
