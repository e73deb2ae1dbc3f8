import type { Education } from '@atrium/identity/users/user-education.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { EmptyState } from '@atrium/ui/empty-state'
import { IconSchool } from '@atrium/ui/icons'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { RecordRows } from '@atrium/ui/record-rows'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeleteEducation } from './education.queries.ts'
import { EducationRow } from './education-row.tsx'

interface EducationListProps {
  userId: number
  educations: Education[]
  mayChange: boolean
  onEdit: (education: Education) => void
}

export function EducationList({ userId, educations, mayChange, onEdit }: EducationListProps) {
  const { t } = useTranslation()
  const deletion = useDeleteEducation(userId)
  const [doomed, setDoomed] = useState<Education>()
  const confirmDeletion = ({ id }: Education) =>
    deletion.mutate(id, {
      onSuccess: () => notifyOfSuccess(t('contacts.educations.deleted')),
      onSettled: () => setDoomed(undefined),
    })
  return (
    <>
      {educations.length === 0 ? (
        <EmptyState
          order={3}
          icon={<IconSchool stroke={1.5} />}
          title={t('contacts.educations.empty.title')}
          text={t('contacts.educations.empty.text')}
        />
      ) : (
        <RecordRows label={t('contacts.educations.title')}>
          {educations.map(education => (
            <EducationRow
              key={education.id}
              education={education}
              onEdit={mayChange ? () => onEdit(education) : undefined}
              onDelete={mayChange ? () => setDoomed(education) : undefined}
            />
          ))}
        </RecordRows>
      )}
      <ConfirmDialog
        title={t('contacts.educations.deleteTitle')}
        text={t('contacts.educations.deleteText', { institution: doomed?.institution ?? '' })}
        action={t('contacts.educations.deleteAction')}
        isOpen={doomed !== undefined}
        isPending={deletion.isPending}
        onConfirm={() => doomed && confirmDeletion(doomed)}
        onClose={() => setDoomed(undefined)}
      />
    </>
  )
}
