import { CopyButton } from '@atrium/ui/copy-button'
import { IconAlertCircle, IconCheck, IconCopy } from '@atrium/ui/icons'
import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { InvitationOutcome } from '../invitation.queries.ts'
import classes from '../row.module.css'

interface InvitationOutcomesProps {
  outcomes: InvitationOutcome[]
  /** Returns to the form, which keeps the refused addresses. */
  onAgain: () => void
  onClose: () => void
}

/** Says for each address whether it was invited. The links are shown only once: the server stores only their digests. */
export function InvitationOutcomes({ outcomes, onAgain, onClose }: InvitationOutcomesProps) {
  const { t } = useTranslation()
  const invited = outcomes.filter(({ invitation }) => invitation).length
  const isComplete = invited === outcomes.length
  return (
    <Stack>
      <Alert
        color={isComplete ? 'teal' : 'amber'}
        role="status"
        icon={isComplete ? <IconCheck stroke={1.75} /> : <IconAlertCircle stroke={1.75} />}
      >
        {isComplete
          ? t('projects.people.add.mailedAll', { count: invited })
          : t('projects.people.add.mailedSome', { count: outcomes.length, invited })}
      </Alert>
      <Card padding={0} withBorder>
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {outcomes.map(outcome => (
            <Outcome key={outcome.email} {...outcome} />
          ))}
        </Stack>
      </Card>
      {invited > 0 && (
        <Text size="sm" c="dimmed">
          {t('projects.people.add.linksHint')}
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onAgain}>
          {t(isComplete ? 'projects.people.add.another' : 'projects.people.add.correct')}
        </Button>
        <Button variant="light" onClick={onClose}>
          {t('actions.close')}
        </Button>
      </Group>
    </Stack>
  )
}

function Outcome({ email, invitation, refusal }: InvitationOutcome) {
  const { t } = useTranslation()
  return (
    <li className={classes.row}>
      <div style={{ flex: '1 1 12rem', minWidth: 0 }}>
        <Text fw={600} truncate>
          {email}
        </Text>
        {refusal && (
          <Text size="sm" c="var(--mantine-color-error)">
            {refusal}
          </Text>
        )}
      </div>
      {invitation && (
        <CopyButton value={invitation.link}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="default"
              onClick={copy}
              aria-label={t('projects.people.add.copyLinkFor', { email })}
              leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            >
              {t(copied ? 'actions.copied' : 'projects.people.add.copyLink')}
            </Button>
          )}
        </CopyButton>
      )}
    </li>
  )
}
