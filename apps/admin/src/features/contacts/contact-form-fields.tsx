import type { Contact, ContactType } from '@atrium/identity/users/user-contact.contract'
import { Checkbox, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contactTypes } from './contact-types.ts'

interface ContactFormFieldsProps {
  contact: Contact | undefined
  errors: Partial<Record<keyof Contact, string>>
}

export function ContactFormFields({ contact, errors }: ContactFormFieldsProps) {
  const { t } = useTranslation()
  const [type, setType] = useState<ContactType>(contact?.type ?? 'phone')
  return (
    <>
      <Select
        name="type"
        label={t('contacts.contacts.type')}
        data={contactTypes.map(value => ({ value, label: t(`contacts.contacts.types.${value}`) }))}
        value={type}
        onChange={chosen => chosen && setType(chosen)}
        error={errors.type}
        allowDeselect={false}
      />
      <TextInput
        name="value"
        label={t('contacts.contacts.value')}
        description={t(`contacts.contacts.formats.${type}`)}
        defaultValue={contact?.value}
        error={errors.value}
        required
        maxLength={255}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        name="label"
        label={t('contacts.contacts.label')}
        description={t('contacts.contacts.labelText')}
        defaultValue={contact?.label ?? ''}
        error={errors.label}
        maxLength={100}
        autoComplete="off"
      />
      <Checkbox
        name="isPrimary"
        label={t('contacts.contacts.isPrimary')}
        defaultChecked={contact?.isPrimary}
        error={errors.isPrimary}
      />
    </>
  )
}
