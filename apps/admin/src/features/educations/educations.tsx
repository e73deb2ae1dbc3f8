import type { Education } from '@atrium/identity/users/user-education.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { EmptyState } from '@atrium/ui/feedback/states'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconSchool } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { SimpleGrid, Textarea, TextInput, ThemeIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { useTranslation } from 'react-i18next'
import { educationsQuery, useDeleteEducation, useSaveEducation } from './education.queries.ts'

const EARLIEST = '1900-01-01'

export function Educations({ userId, mayChange }: { userId: number; mayChange: boolean }) {
  const { t, i18n } = useTranslation()
  return (
    <CrudList
      query={useQuery(educationsQuery(userId))}
      title={t('contacts.educations.title')}
      text={t('contacts.educations.text')}
      createLabel={mayChange ? t('contacts.educations.add') : undefined}
      row={education => ({
        mark: (
          <ThemeIcon variant="light" color="gray" size={36} radius="md" aria-hidden="true">
            <IconSchool size={20} stroke={1.75} />
          </ThemeIcon>
        ),
        name: education.institution,
        text: educationText(education, i18n),
        editLabel: t('contacts.educations.edit', { institution: education.institution }),
        deleteLabel: t('contacts.educations.delete', { institution: education.institution }),
        mayEdit: mayChange,
        mayDelete: mayChange,
      })}
      form={(education, close) => <EducationForm userId={userId} education={education} onClose={close} />}
      deletion={{
        mutation: useDeleteEducation(userId),
        question: ({ institution }) => ({
          title: t('contacts.educations.deleteTitle'),
          text: t('contacts.educations.deleteText', { institution }),
          action: t('contacts.educations.deleteAction'),
        }),
        doneMessage: () => t('contacts.educations.deleted'),
      }}
      empty={
        <EmptyState
          order={3}
          icon={IconSchool}
          title={t('contacts.educations.empty.title')}
          text={t('contacts.educations.empty.text')}
        />
      }
    />
  )
}

/** `Sep 2019 – Jun 2023`, in the reader's language; without dates nothing. */
function timeSpan({ startedOn, finishedOn }: Education, { t, language }: i18n) {
  // A calendar date is midnight UTC, which elsewhere may be the month before.
  const format = new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const start = startedOn && format.format(new Date(startedOn))
  const end = finishedOn && format.format(new Date(finishedOn))
  if (start && end) return t('contacts.educations.span', { start, end })
  if (start) return t('contacts.educations.since', { start })
  return end && t('contacts.educations.until', { end })
}

function educationText(education: Education, i18n: i18n) {
  const { degree, fieldOfStudy, description } = education
  const facts = [degree, fieldOfStudy, timeSpan(education, i18n)].filter(Boolean).join(' · ')
  const text = [facts, description].filter(Boolean).join('\n')
  return text && <span style={{ whiteSpace: 'pre-line' }}>{text}</span>
}

interface EducationFormProps {
  userId: number
  education: Education | undefined
  onClose: () => void
}

function EducationForm({ userId, education, onClose }: EducationFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useSaveEducation(userId),
    initialValues: {
      institution: education?.institution ?? '',
      degree: education?.degree ?? '',
      fieldOfStudy: education?.fieldOfStudy ?? '',
      startedOn: education?.startedOn ?? '',
      finishedOn: education?.finishedOn ?? '',
      description: education?.description ?? '',
    },
    toInput: values => ({
      id: education?.id,
      institution: values.institution,
      degree: values.degree.trim() || null,
      fieldOfStudy: values.fieldOfStudy.trim() || null,
      startedOn: values.startedOn || null,
      finishedOn: values.finishedOn || null,
      description: values.description.trim() || null,
    }),
    onSuccess: () => {
      onClose()
      notifyOfSuccess(t('contacts.educations.saved'))
    },
  })
  const text = (name: 'institution' | 'degree' | 'fieldOfStudy') => ({
    ...form.field(name),
    label: t(`contacts.educations.${name}`),
    maxLength: 255,
    autoComplete: 'off',
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      <TextInput {...text('institution')} required data-autofocus />
      <TextInput {...text('degree')} />
      <TextInput {...text('fieldOfStudy')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          {...form.field('startedOn')}
          type="date"
          label={t('contacts.educations.startedOn')}
          min={EARLIEST}
        />
        <TextInput
          {...form.field('finishedOn')}
          type="date"
          label={t('contacts.educations.finishedOn')}
          description={t('contacts.educations.finishedOnText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={form.values.startedOn || EARLIEST}
        />
      </SimpleGrid>
      <Textarea
        {...form.field('description')}
        label={t('contacts.educations.description')}
        maxLength={5000}
        maxRows={8}
      />
    </DialogForm>
  )
}
