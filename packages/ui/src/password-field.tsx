import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The server takes no longer one. */
const LONGEST = 1024

export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation('ui')
  return (
    <PasswordInput
      required
      maxLength={LONGEST}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('password.toggle') }}
      {...props}
    />
  )
}

/** Asked before what only the user themselves may change. */
export function CurrentPasswordField({ error, ...props }: { error: string | undefined } & FocusProps) {
  const { t } = useTranslation('ui')
  return (
    <PasswordField
      {...props}
      name="currentPassword"
      label={t('password.current')}
      autoComplete="current-password"
      error={error && t('password.wrong')}
    />
  )
}

interface FocusProps {
  'data-autofocus'?: boolean
}
