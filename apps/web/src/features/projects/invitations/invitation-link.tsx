import type { NewlyInvited } from '@atrium/tasks/projects/invitation.contract'
import { CopyButton } from '@atrium/ui/copy-button'
import { IconCheck, IconCopy } from '@atrium/ui/icons'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface InvitationLinkProps {
  invitation: NewlyInvited
  /** Invites another person. */
  onAgain?: () => void
  onClose: () => void
}

/** The link is shown only once: the server stores only its digest. */
export function InvitationLink({ invitation, onAgain, onClose }: InvitationLinkProps) {
  const { t } = useTranslation()
  return (
    <Stack>
      <Alert color="teal" role="status" icon={<IconCheck stroke={1.75} />}>
        {t('projects.people.add.mailed', { email: invitation.email })}
      </Alert>
      <Group align="flex-end" gap="xs">
        <TextInput
          flex="1 1 12rem"
          label={t('projects.people.add.link')}
          value={invitation.link}
          readOnly
          onFocus={event => event.currentTarget.select()}
        />
        <CopyButton value={invitation.link}>
          {({ copied, copy }) => (
            <Button
              variant={copied ? 'light' : 'filled'}
              color={copied ? 'teal' : undefined}
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            >
              {t(copied ? 'actions.copied' : 'actions.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="sm" c="dimmed">
        {t('projects.people.add.linkHint', { email: invitation.email })}
      </Text>
      <Group justify="flex-end" gap="sm">
        {onAgain && (
          <Button variant="default" onClick={onAgain}>
            {t('projects.people.add.another')}
          </Button>
        )}
        <Button variant="light" onClick={onClose}>
          {t('actions.close')}
        </Button>
      </Group>
    </Stack>
  )
}
