import type { Education } from '@atrium/identity/users/user-education.contract'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { RecordDialog } from '@atrium/ui/record-dialog'
import { useTranslation } from 'react-i18next'
import { useSaveEducation } from './education.queries.ts'
import { EducationFormFields } from './education-form-fields.tsx'

const fieldNames = [
  'institution',
  'degree',
  'fieldOfStudy',
  'startedOn',
  'finishedOn',
  'description',
] as const

interface EducationDialogProps {
  userId: number
  education: Education | 'new' | undefined
  onClose: () => void
}

export function EducationDialog({ userId, education, onClose }: EducationDialogProps) {
  const { t } = useTranslation()
  const { mutate, error, isPending, reset } = useSaveEducation(userId)
  const existing = education === 'new' ? undefined : education
  const errors = formErrors(error, [...fieldNames])
  const close = () => {
    reset()
    onClose()
  }
  const save = (form: FormData) => {
    const text = (field: string) => String(form.get(field)).trim() || null
    const fields = {
      institution: String(form.get('institution')),
      degree: text('degree'),
      fieldOfStudy: text('fieldOfStudy'),
      startedOn: text('startedOn'),
      finishedOn: text('finishedOn'),
      description: text('description'),
    }
    const onSuccess = () => {
      close()
      notifyOfSuccess(t('contacts.educations.saved'))
    }
    mutate({ id: existing?.id, ...fields }, { onSuccess })
  }
  return (
    <RecordDialog
      title={
        existing
          ? t('contacts.educations.edit', { institution: existing.institution })
          : t('contacts.educations.add')
      }
      isOpen={education !== undefined}
      isPending={isPending}
      errors={errors.rest}
      onChange={reset}
      onSubmit={save}
      onClose={close}
    >
      <EducationFormFields education={existing} errors={errors.fields} />
    </RecordDialog>
  )
}
