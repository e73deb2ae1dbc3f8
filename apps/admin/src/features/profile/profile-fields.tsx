import type { ProfileChanges, User } from '@atrium/identity/users/user.contract'
import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CitySelect } from './city-select.tsx'
import { LanguageSelect } from './language-select.tsx'
import { PostSelect } from './post-select.tsx'

export interface ProfileFieldsProps {
  draft: User
  errors: Partial<Record<keyof ProfileChanges, string>>
  mayChange: boolean
  onChange: (changes: ProfileChanges) => void
}

const genders = ['female', 'male'] as const
const ways = ['email', 'phone', 'telegram', 'whatsapp'] as const

export function ProfileFields(props: ProfileFieldsProps) {
  const { t } = useTranslation()
  const { draft, errors, mayChange, onChange } = props
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
          type="date"
          label={t('profile.form.birthDate')}
          value={draft.birthDate ?? ''}
          onChange={event => onChange({ birthDate: event.currentTarget.value || null })}
          min="1900-01-01"
          max={new Date().toISOString().slice(0, 10)}
          error={errors.birthDate}
          readOnly={!mayChange}
          autoComplete="bday"
        />
        <Select
          {...select}
          label={t('profile.form.gender')}
          data={genders.map(value => ({ value, label: t(`profile.form.genders.${value}`) }))}
          value={draft.gender}
          onChange={gender => onChange({ gender })}
          error={errors.gender}
        />
        <CitySelect {...props} />
        <LanguageSelect {...props} />
        <PostSelect {...props} />
        <Select
          {...select}
          label={t('profile.form.preferredContact')}
          data={ways.map(value => ({ value, label: t(`profile.form.contacts.${value}`) }))}
          value={draft.preferredContact}
          onChange={preferredContact => onChange({ preferredContact })}
          error={errors.preferredContact}
        />
      </SimpleGrid>
      <Textarea
        label={t('profile.form.stack')}
        description={t('profile.form.stackText')}
        value={draft.stack ?? ''}
        onChange={event => onChange({ stack: event.currentTarget.value || null })}
        maxLength={500}
        autosize
        minRows={2}
        error={errors.stack}
        readOnly={!mayChange}
      />
    </>
  )
}

function NameFields({ draft, errors, mayChange, onChange }: ProfileFieldsProps) {
  const { t } = useTranslation()
  const common = { maxLength: 100, readOnly: !mayChange }
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <TextInput
        {...common}
        label={t('profile.form.surname')}
        value={draft.surname}
        onChange={event => onChange({ surname: event.currentTarget.value })}
        error={errors.surname}
        required
        autoComplete="family-name"
      />
      <TextInput
        {...common}
        label={t('profile.form.name')}
        value={draft.name}
        onChange={event => onChange({ name: event.currentTarget.value })}
        error={errors.name}
        required
        autoComplete="given-name"
      />
      <TextInput
        {...common}
        label={t('profile.form.patronymic')}
        value={draft.patronymic ?? ''}
        onChange={event => onChange({ patronymic: event.currentTarget.value || null })}
        error={errors.patronymic}
        autoComplete="additional-name"
      />
    </SimpleGrid>
  )
}
