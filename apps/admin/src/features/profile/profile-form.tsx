import type { ProfileChanges, User } from '@atrium/identity/users/user.contract'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { FormError, useMutationForm } from '@atrium/ui/forms/form'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Button, Group, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUpdateProfile } from './profile.queries.ts'
import { CitySelect, LanguageSelect, PostSelect, type ProfileFieldsProps } from './reference-selects.tsx'

interface ProfileFormProps {
  user: User
  mayChange: boolean
}

/** The details of a user; unsaved input for one user is never shown with another. */
export function ProfileForm(props: ProfileFormProps) {
  return <FormOfUser key={props.user.id} {...props} />
}

/** The form has only what was typed; everything else is shown as it is stored. */
const untouched = {
  surname: undefined,
  name: undefined,
  patronymic: undefined,
  birthDate: undefined,
  gender: undefined,
  preferredContact: undefined,
  cityId: undefined,
  languageId: undefined,
  postId: undefined,
  stack: undefined,
} satisfies Partial<ProfileChanges>

function FormOfUser({ user, mayChange }: ProfileFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm<ProfileChanges, ProfileChanges, unknown>({
    mutation: useUpdateProfile(user.id),
    initialValues: untouched,
    toInput: values => changesOf(values, user),
    onSuccess: (_, saved) => {
      // What was typed in the meantime stays.
      form.change(typed => ({ ...untouched, ...changesOf(typed, saved) }))
      notifyOfSuccess(t('profile.form.saved'))
    },
  })
  const typed = changesOf(form.values, user)
  const isChanged = Object.keys(typed).length > 0
  return (
    <SectionCard title={t('profile.form.title')}>
      <UnsavedGuard isChanged={isChanged} />
      <form onSubmit={form.onSubmit}>
        <Stack>
          <FormError message={form.error} />
          <ProfileFields
            draft={{ ...user, ...typed }}
            field={form.field}
            mayChange={mayChange}
            onChange={form.change}
          />
          {mayChange && (
            <Group justify="flex-end" gap="sm">
              {isChanged && (
                <Button variant="default" onClick={form.reset}>
                  {t('profile.form.discard')}
                </Button>
              )}
              <Button type="submit" disabled={!isChanged} loading={form.isPending}>
                {t('profile.form.save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </SectionCard>
  )
}

/** The typed values that differ from the others. */
function changesOf(typed: ProfileChanges, others: ProfileChanges): ProfileChanges {
  const entries = Object.entries(typed) as [keyof ProfileChanges, unknown][]
  return Object.fromEntries(
    entries.filter(([field, value]) => value !== undefined && others[field] !== value),
  )
}

/** Asks before unsaved changes are lost by leaving the page. */
function UnsavedGuard({ isChanged }: { isChanged: boolean }) {
  const { t } = useTranslation()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      title={t('profile.leave.title')}
      text={t('profile.leave.text')}
      action={t('profile.leave.action')}
      isOpen={status === 'blocked'}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    />
  )
}

const genders = ['female', 'male', 'other'] as const
const contactMethods = ['email', 'phone', 'telegram', 'whatsapp'] as const

function ProfileFields(props: ProfileFieldsProps) {
  const { t } = useTranslation()
  const { draft, field, mayChange, onChange } = props
  const select = {
    placeholder: t('profile.form.notStated'),
    readOnly: !mayChange,
    clearable: mayChange,
  }
  return (
    <>
      <NameFields {...props} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          {...field('birthDate')}
          type="date"
          label={t('profile.form.birthDate')}
          value={draft.birthDate ?? ''}
          onChange={event => onChange({ birthDate: event.currentTarget.value || null })}
          min="1900-01-01"
          max={new Date().toISOString().slice(0, 10)}
          readOnly={!mayChange}
          autoComplete="bday"
        />
        <Select
          {...field('gender')}
          {...select}
          label={t('profile.form.gender')}
          data={genders.map(value => ({ value, label: t(`profile.form.genders.${value}`) }))}
          value={draft.gender}
        />
        <CitySelect {...props} />
        <LanguageSelect {...props} />
        <PostSelect {...props} />
        <Select
          {...field('preferredContact')}
          {...select}
          label={t('profile.form.preferredContact')}
          data={contactMethods.map(value => ({ value, label: t(`profile.form.contacts.${value}`) }))}
          value={draft.preferredContact}
        />
      </SimpleGrid>
      <Textarea
        {...field('stack')}
        label={t('profile.form.stack')}
        description={t('profile.form.stackText')}
        value={draft.stack ?? ''}
        onChange={event => onChange({ stack: event.currentTarget.value || null })}
        maxLength={500}
        readOnly={!mayChange}
      />
    </>
  )
}

function NameFields({ draft, field, mayChange, onChange }: ProfileFieldsProps) {
  const { t } = useTranslation()
  const common = { maxLength: 100, readOnly: !mayChange }
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <TextInput
        {...field('surname')}
        {...common}
        label={t('profile.form.surname')}
        value={draft.surname}
        required
        autoComplete="family-name"
      />
      <TextInput
        {...field('name')}
        {...common}
        label={t('profile.form.name')}
        value={draft.name}
        required
        autoComplete="given-name"
      />
      <TextInput
        {...field('patronymic')}
        {...common}
        label={t('profile.form.patronymic')}
        value={draft.patronymic ?? ''}
        onChange={event => onChange({ patronymic: event.currentTarget.value || null })}
        autoComplete="additional-name"
      />
    </SimpleGrid>
  )
}
