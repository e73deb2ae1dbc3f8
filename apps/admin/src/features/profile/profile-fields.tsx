import type { ProfileChanges, User } from '@atrium/identity/users/user.contract'
import type { useMutationForm } from '@atrium/ui/forms/form'
import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CitySelect, LanguageSelect, PostSelect } from './reference-selects.tsx'

export interface ProfileFieldsProps {
  draft: User
  /** Name, error and place of a field; the value is the draft's. */
  field: ReturnType<typeof useMutationForm<ProfileChanges, never, unknown>>['field']
  mayChange: boolean
  onChange: (changes: ProfileChanges) => void
}

const genders = ['female', 'male'] as const
const contactMethods = ['email', 'phone', 'telegram', 'whatsapp'] as const

export function ProfileFields(props: ProfileFieldsProps) {
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
        autosize
        minRows={2}
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
