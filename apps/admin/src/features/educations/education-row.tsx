import type { Education } from '@atrium/identity/users/user-education.contract'
import { IconSchool } from '@atrium/ui/icons'
import { RecordRow } from '@atrium/ui/record-row'
import { ThemeIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTimeSpan } from './time-span.ts'

interface EducationRowProps {
  education: Education
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
}

export function EducationRow({ education, onEdit, onDelete }: EducationRowProps) {
  const { t } = useTranslation()
  const { institution, degree, fieldOfStudy, description } = education
  const timeSpan = useTimeSpan(education)
  const facts = [degree, fieldOfStudy, timeSpan].filter(Boolean).join(' · ')
  return (
    <RecordRow
      mark={
        <ThemeIcon variant="light" color="gray" size={36} radius="md" aria-hidden="true">
          <IconSchool size={20} stroke={1.75} />
        </ThemeIcon>
      }
      name={institution}
      text={
        (facts || description) && (
          <span style={{ whiteSpace: 'pre-line' }}>{[facts, description].filter(Boolean).join('\n')}</span>
        )
      }
      editLabel={t('contacts.educations.edit', { institution })}
      onEdit={onEdit}
      deleteLabel={t('contacts.educations.delete', { institution })}
      onDelete={onDelete}
    />
  )
}
