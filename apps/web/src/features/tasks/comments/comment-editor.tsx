import { hasStatus } from '@atrium/client/api-error'
import type { Member } from '@atrium/tasks/projects/member.contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyOfRefusedChange } from '../../../data/changes/change-task.ts'
import { MarkdownEditor } from '../editor/markdown-editor.tsx'
import { toStored } from '../markdown/mentions.ts'
import { useTaskPresence } from '../presence/task-presence.tsx'
import { useDraft } from '../saving/draft.ts'
import { showRefusal } from '../saving/show-refusal.ts'

interface CommentEditorProps {
  /** The key of its draft. */
  subject: string
  text?: string
  label: string
  members: Member[]
  submitLabel: string
  onSubmit: (text: string) => { answer: Promise<unknown>; stored: Promise<unknown> }
  /** Without it the editor stays open, and is emptied when the text is sent. */
  onLeave?: () => void
}

export function CommentEditor({
  subject,
  text = '',
  label,
  members,
  onSubmit,
  onLeave,
  ...rest
}: CommentEditorProps) {
  const { t } = useTranslation()
  const { type } = useTaskPresence()
  const { draft, storeDraft, clearDraft } = useDraft(subject)
  const [typed, setTyped] = useState(() => draft?.text ?? text)

  const change = (next: string) => {
    setTyped(next)
    type('commenting')
    if (next) storeDraft(next)
    else clearDraft()
  }
  const submit = async (written: string) => {
    if (!written.trim()) return
    if (!onLeave) setTyped('')
    const { answer, stored } = onSubmit(toStored(written, members))
    try {
      await stored
      clearDraft(written)
      onLeave?.()
      await answer
    } catch (error) {
      // After the end of a session, it is sent when the user is back.
      if (!hasStatus(error, 401)) restore(written, error)
    }
  }
  /** Text typed in the meantime comes after it. */
  const restore = (written: string, error: unknown) => {
    storeDraft(written)
    if (!onLeave) setTyped(now => [written, now].filter(Boolean).join('\n\n'))
    if (hasStatus(error, 422)) showRefusal(error)
    else notifyOfRefusedChange(error)
  }
  const discard = () => {
    clearDraft()
    onLeave?.()
  }
  return (
    <Stack gap="xs">
      <MarkdownEditor
        label={label}
        placeholder={t('tasks.comments.placeholder')}
        value={typed}
        maxLength={10_000}
        minRows={onLeave ? 3 : 2}
        members={members}
        isFocused={Boolean(onLeave)}
        onChange={change}
        onSubmit={submit}
        onLeave={onLeave}
      />
      <Group gap="xs">
        <Button size="compact-md" disabled={!typed.trim()} onClick={() => submit(typed)}>
          {rest.submitLabel}
        </Button>
        {onLeave && (
          <Button size="compact-md" variant="default" onClick={discard}>
            {t('actions.cancel')}
          </Button>
        )}
        <Text size="xs" c="dimmed">
          {t('tasks.comments.hint')}
        </Text>
      </Group>
    </Stack>
  )
}
