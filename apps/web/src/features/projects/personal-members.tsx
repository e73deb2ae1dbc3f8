import { EmptyState } from '@atrium/ui/empty-state'
import { IconLock } from '@atrium/ui/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** A personal project has no other members; `children` lead to where there are some. */
export function PersonalMembers({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconLock stroke={1.5} />}
      title={t('projects.people.personal.title')}
      text={t('projects.people.personal.text')}
    >
      {children}
    </EmptyState>
  )
}
