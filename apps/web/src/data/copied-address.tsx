import { CopyButton } from '@atrium/ui/copy-button'
import { IconCheck, IconCopy } from '@atrium/ui/icons'
import { Button, Group, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** An address to copy, which is selected when it gets the focus. */
export function CopiedAddress({ address, label }: { address: string; label: string }) {
  const { t } = useTranslation()
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        flex="1 1 12rem"
        miw={0}
        label={label}
        value={address}
        readOnly
        onFocus={event => event.currentTarget.select()}
      />
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Button
            variant="light"
            flex="none"
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={copy}
          >
            {t('connections.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
