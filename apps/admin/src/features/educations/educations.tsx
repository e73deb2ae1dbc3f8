import type { Education } from '@atrium/identity/users/user-education.contract'
import { ErrorState } from '@atrium/ui/error-state'
import { IconPlus } from '@atrium/ui/icons'
import { RowsSkeleton } from '@atrium/ui/rows-skeleton'
import { SectionCard } from '@atrium/ui/section-card'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { educationsQuery } from './education.queries.ts'
import { EducationDialog } from './education-dialog.tsx'
import { EducationList } from './education-list.tsx'

interface EducationsProps {
  userId: number
  mayChange: boolean
}

/** Where a user has learned. */
export function Educations({ userId, mayChange }: EducationsProps) {
  const { t } = useTranslation()
  const { data: educations, error, isFetching, refetch } = useQuery(educationsQuery(userId))
  const [edited, setEdited] = useState<Education | 'new'>()
  const add = mayChange && (
    <Button variant="light" leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      {t('contacts.educations.add')}
    </Button>
  )
  return (
    <SectionCard title={t('contacts.educations.title')} text={t('contacts.educations.text')} aside={add}>
      {!educations && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {!educations && !error && <RowsSkeleton />}
      {educations && (
        <EducationList userId={userId} educations={educations} mayChange={mayChange} onEdit={setEdited} />
      )}
      <EducationDialog userId={userId} education={edited} onClose={() => setEdited(undefined)} />
    </SectionCard>
  )
}
