import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draft } from './draft.ts'
import { MarkdownEditor } from './markdown-editor.tsx'
import { useSaveTask } from './save-task.tsx'

interface DescriptionEditorProps {
  task: Task
  draft: Draft | undefined
  onKeep: (text: string, version: number) => void
  onDiscard: () => void
  onLeave: () => void
}

/** Every letter is kept as a draft, until it is saved or thrown away on purpose. */
export function DescriptionEditor({ task, draft, onKeep, onDiscard, onLeave }: DescriptionEditorProps) {
  const { t } = useTranslation()
  const saveTask = useSaveTask()
  // What others store meanwhile does not change what this text was made from.
  const [begunFrom] = useState(draft?.version ?? task.version)
  const [text, setText] = useState(draft?.text ?? task.description ?? '')
  const [isSaving, setIsSaving] = useState(false)

  const discard = () => {
    onDiscard()
    onLeave()
  }
  const save = async () => {
    setIsSaving(true)
    const isSettled = await saveTask({ description: text.trim() ? text : null }, begunFrom)
    setIsSaving(false)
    if (isSettled) discard()
  }
  return (
    <Stack gap="xs">
      <MarkdownEditor
        label={t('tasks.fields.description')}
        value={text}
        maxLength={100_000}
        minRows={6}
        onChange={next => {
          setText(next)
          onKeep(next, begunFrom)
        }}
        onSubmit={save}
        onLeave={onLeave}
      />
      <Group gap="xs">
        <Button size="compact-md" loading={isSaving} onClick={save}>
          {t('actions.save')}
        </Button>
        <Button size="compact-md" variant="default" onClick={discard}>
          {t('tasks.draft.discard')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('tasks.description.hint')}
        </Text>
      </Group>
    </Stack>
  )
}
