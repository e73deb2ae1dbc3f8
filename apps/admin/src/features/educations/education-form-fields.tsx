import type { Education } from '@atrium/identity/users/user-education.contract'
import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface EducationFormFieldsProps {
  education: Education | undefined
  errors: Partial<Record<keyof Education, string>>
}

const EARLIEST = '1900-01-01'

export function EducationFormFields({ education, errors }: EducationFormFieldsProps) {
  const { t } = useTranslation()
  const [startedOn, setStartedOn] = useState(education?.startedOn ?? '')
  const text = (field: 'institution' | 'degree' | 'fieldOfStudy') => ({
    name: field,
    label: t(`contacts.educations.${field}`),
    defaultValue: education?.[field] ?? '',
    error: errors[field],
    maxLength: 255,
    autoComplete: 'off',
  })
  return (
    <>
      <TextInput {...text('institution')} required data-autofocus />
      <TextInput {...text('degree')} />
      <TextInput {...text('fieldOfStudy')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="date"
          name="startedOn"
          label={t('contacts.educations.startedOn')}
          value={startedOn}
          onChange={event => setStartedOn(event.currentTarget.value)}
          min={EARLIEST}
          error={errors.startedOn}
        />
        <TextInput
          type="date"
          name="finishedOn"
          label={t('contacts.educations.finishedOn')}
          description={t('contacts.educations.finishedOnText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          defaultValue={education?.finishedOn ?? ''}
          min={startedOn || EARLIEST}
          error={errors.finishedOn}
        />
      </SimpleGrid>
      <Textarea
        name="description"
        label={t('contacts.educations.description')}
        defaultValue={education?.description ?? ''}
        error={errors.description}
        maxLength={5000}
        autosize
        minRows={2}
        maxRows={8}
      />
    </>
  )
}
