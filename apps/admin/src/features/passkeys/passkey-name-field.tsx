import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function PasskeyNameField({ name, error }: { name: string; error: string | undefined }) {
  const { t } = useTranslation()
  return (
    <TextInput
      name="name"
      label={t('security.passkeys.add.name')}
      defaultValue={name}
      error={error}
      required
      maxLength={60}
      autoComplete="off"
      autoFocus
      data-autofocus
    />
  )
}
