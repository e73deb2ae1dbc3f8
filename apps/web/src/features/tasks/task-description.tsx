import type { Task } from '@atrium/tasks/tasks/task.contract'
import { IconPencil } from '@atrium/ui/icons'
import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DescriptionEditor } from './description-editor.tsx'
import { useDraft } from './draft.ts'
import { DraftNote } from './draft-note.tsx'
import { LazyMarkdown } from './lazy-markdown.tsx'
import { SectionTitle } from './section-title.tsx'
import classes from './task-description.module.css'

export function TaskDescription({ task, mayEdit }: { task: Task; mayEdit: boolean }) {
  const { t } = useTranslation()
  const { draft, keep, clear } = useDraft(`task-description.${task.id}`)
  const [isEditing, setIsEditing] = useState(false)
  const description = task.description ?? ''
  const hasDraft = draft !== undefined && draft.text !== description

  return (
    <Stack component="section" gap="xs" aria-label={t('tasks.fields.description')}>
      <Group justify="space-between" mih={30}>
        <SectionTitle>{t('tasks.fields.description')}</SectionTitle>
        {mayEdit && !isEditing && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPencil size={14} />}
            aria-label={t('tasks.description.edit')}
            onClick={() => setIsEditing(true)}
          >
            {t('actions.edit')}
          </Button>
        )}
      </Group>
      {mayEdit && hasDraft && !isEditing && (
        <DraftNote draft={draft} onRestore={() => setIsEditing(true)} onDiscard={() => clear()} />
      )}
      {isEditing ? (
        <DescriptionEditor
          task={task}
          draft={hasDraft ? draft : undefined}
          onKeep={keep}
          onDiscard={() => clear()}
          onLeave={() => setIsEditing(false)}
        />
      ) : (
        <Shown description={description} onEdit={mayEdit ? () => setIsEditing(true) : undefined} />
      )}
    </Stack>
  )
}

function Shown({ description, onEdit }: { description: string; onEdit: (() => void) | undefined }) {
  const { t } = useTranslation()
  if (description.trim()) return <LazyMarkdown text={description} />
  if (!onEdit) {
    return (
      <Text size="sm" c="dimmed">
        {t('tasks.description.none')}
      </Text>
    )
  }
  return (
    <UnstyledButton className={classes.empty} onClick={onEdit}>
      {t('tasks.description.empty')}
    </UnstyledButton>
  )
}
