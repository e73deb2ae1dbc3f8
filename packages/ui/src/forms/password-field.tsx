import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The server's limit. */
const MAX_LENGTH = 1024

export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation('ui')
  return (
    <PasswordInput
      required
      maxLength={MAX_LENGTH}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('password.toggle') }}
      {...props}
    />
  )
}

/** Confirms changes that only the owner of the account can make. */
export function CurrentPasswordField({ error, ...props }: PasswordInputProps) {
  const { t } = useTranslation('ui')
  return (
    <PasswordField
      name="currentPassword"
      label={t('password.current')}
      autoComplete="current-password"
      error={error && t('password.wrong')}
      {...props}
    />
  )
}
