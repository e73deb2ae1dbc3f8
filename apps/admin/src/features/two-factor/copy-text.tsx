import { CopyButton } from '@atrium/ui/copy-button'
import { IconCheck, IconCopy } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function CopyText({ text, autoFocus }: { text: string; autoFocus?: boolean }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          autoFocus={autoFocus}
          flex="none"
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.75} />}
          onClick={copy}
        >
          {t(copied ? 'security.twoFactor.recovery.copied' : 'security.twoFactor.recovery.copy')}
        </Button>
      )}
    </CopyButton>
  )
}
