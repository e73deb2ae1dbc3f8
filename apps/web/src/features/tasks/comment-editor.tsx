import { hasStatus } from '@atrium/client/api-error'
import type { Member } from '@atrium/tasks/projects/member.contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from './draft.ts'
import { MarkdownEditor } from './markdown-editor.tsx'
import { toReadable, toStored } from './mentions.ts'
import { tellRefusal } from './tell-refusal.ts'

interface CommentEditorProps {
  /** Under which its draft is kept. */
  subject: string
  text?: string
  members: Member[]
  submitLabel: string
  isPending: boolean
  onSubmit: (text: string) => Promise<unknown>
  /** Without it the editor stays, and is empty once the text is sent. */
  onLeave?: () => void
}

export function CommentEditor({
  subject,
  text = '',
  members,
  onSubmit,
  onLeave,
  ...rest
}: CommentEditorProps) {
  const { t } = useTranslation()
  const { draft, keep, clear } = useDraft(subject)
  const [typed, setTyped] = useState(() => draft?.text ?? toReadable(text, members))

  const change = (next: string) => {
    setTyped(next)
    if (next) keep(next)
    else clear()
  }
  const submit = async () => {
    if (!typed.trim()) return
    if (!onLeave) setTyped('')
    try {
      await onSubmit(toStored(typed, members))
      clear(typed)
      onLeave?.()
    } catch (error) {
      // The draft still holds it; whatever was begun meanwhile comes after it.
      if (!onLeave) setTyped(now => [typed, now].filter(Boolean).join('\n\n'))
      if (hasStatus(error, 422)) tellRefusal(error)
    }
  }
  const discard = () => {
    clear()
    onLeave?.()
  }
  return (
    <Stack gap="xs">
      <MarkdownEditor
        label={t(onLeave ? 'tasks.comments.edit' : 'tasks.comments.write')}
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
        <Button size="compact-md" loading={rest.isPending} disabled={!typed.trim()} onClick={submit}>
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
