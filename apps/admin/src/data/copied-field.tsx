import { CopyButton } from '@atrium/ui/copy-button'
import { IconCheck, IconCopy } from '@atrium/ui/icons'
import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface CopiedFieldProps {
  label: string
  value: string
}

/** A value to take over into another program. */
export function CopiedField({ label, value }: CopiedFieldProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      onFocus={event => event.currentTarget.select()}
      rightSection={<CopyIcon value={value} label={`${t('clients.copy')}: ${label}`} />}
    />
  )
}

export function CopyIcon({ value, label }: CopiedFieldProps) {
  const { t } = useTranslation()
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('clients.copied') : t('clients.copy')}>
          <ActionIcon
            variant="subtle"
            size="sm"
            color={copied ? 'teal' : 'gray'}
            aria-label={label}
            onClick={copy}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
