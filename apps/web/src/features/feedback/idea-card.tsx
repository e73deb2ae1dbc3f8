import type { Idea } from '@atrium/tasks/feedback/idea.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { IconTrash } from '@atrium/ui/icons'
import { ActionIcon, Card, Group, Spoiler, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeleteIdea } from './feedback.queries.ts'

interface IdeaCardProps {
  idea: Idea
  /** Whose idea it is, where that is not plain. */
  author?: ReactNode
  /** Its status, to be read or to be changed. */
  children: ReactNode
}

export function IdeaCard({ idea, author, children }: IdeaCardProps) {
  const { t, i18n } = useTranslation()
  const [isDeleting, setIsDeleting] = useState(false)
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(
    new Date(idea.createdAt),
  )
  return (
    <Card component="article" shadow="xs" padding="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} flex="1 1 16rem" miw={0}>
          <Text fw={600} component="h3">
            {idea.title}
          </Text>
          <Text size="sm" c="dimmed">
            {[t(`feedback.types.${idea.type}`), author, date].filter(Boolean).join(' · ')}
          </Text>
        </Stack>
        <Group gap="xs" wrap="nowrap">
          {children}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('feedback.ideas.delete', { title: idea.title })}
            onClick={() => setIsDeleting(true)}
          >
            <IconTrash size={18} stroke={1.75} />
          </ActionIcon>
        </Group>
      </Group>
      <Spoiler maxHeight={66} showLabel={t('actions.more')} hideLabel={t('actions.close')} mt="xs">
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {idea.description}
        </Text>
      </Spoiler>
      <DeleteIdeaDialog idea={idea} isOpen={isDeleting} onClose={() => setIsDeleting(false)} />
    </Card>
  )
}

interface DeleteIdeaDialogProps {
  idea: Idea
  isOpen: boolean
  onClose: () => void
}

function DeleteIdeaDialog({ idea, isOpen, onClose }: DeleteIdeaDialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmMutation
      mutation={useDeleteIdea()}
      input={idea.id}
      title={t('feedback.ideas.deleteTitle')}
      text={t('feedback.ideas.deleteText', { title: idea.title })}
      action={t('actions.delete')}
      doneMessage={t('feedback.ideas.deleted')}
      isOpen={isOpen}
      onClose={onClose}
    />
  )
}
