import { EmptyState } from '@atrium/ui/empty-state'
import { IconLayoutKanban } from '@atrium/ui/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** `children` make the first one, for those who may. */
export function NoBoards({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconLayoutKanban stroke={1.5} />}
      title={t(children ? 'projects.boards.first.title' : 'projects.boards.none.title')}
      text={t(children ? 'projects.boards.first.text' : 'projects.boards.none.text')}
    >
      {children}
    </EmptyState>
  )
}
