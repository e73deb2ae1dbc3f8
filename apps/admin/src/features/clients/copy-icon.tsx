import { CopyButton } from '@atrium/ui/copy-button'
import { IconCheck, IconCopy } from '@atrium/ui/icons'
import { ActionIcon, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function CopyIcon({ value, label }: { value: string; label: string }) {
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
