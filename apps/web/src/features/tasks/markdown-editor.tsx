import type { Member } from '@atrium/tasks/projects/member.contract'
import { Box, SegmentedControl, Stack } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyMarkdown } from './lazy-markdown.tsx'
import classes from './markdown-editor.module.css'
import { MentionTextarea } from './mention-textarea.tsx'
import { toStored } from './mentions.ts'

interface MarkdownEditorProps {
  label: string
  placeholder?: string
  value: string
  maxLength: number
  minRows: number
  /** Whom one may mention in it. */
  members?: Member[]
  isFocused?: boolean
  onChange: (text: string) => void
  onSubmit: () => void
  onLeave?: () => void
}

/** Markdown as text or as it will look; Ctrl-Enter submits, Escape leaves. */
export function MarkdownEditor({ members = [], isFocused = true, ...props }: MarkdownEditorProps) {
  const { t } = useTranslation()
  const [isPreview, setIsPreview] = useState(false)
  const { label, placeholder, value, maxLength, minRows, onChange, onSubmit, onLeave } = props

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSubmit()
    }
    if (event.key === 'Escape') onLeave?.()
  }
  return (
    <Stack gap={6} onKeyDown={press}>
      {(value || isPreview) && (
        <SegmentedControl
          className={classes.switch}
          size="xs"
          aria-label={t('tasks.editor.mode')}
          value={isPreview ? 'preview' : 'write'}
          onChange={mode => setIsPreview(mode === 'preview')}
          data={[
            { value: 'write', label: t('tasks.editor.write') },
            { value: 'preview', label: t('tasks.editor.preview') },
          ]}
        />
      )}
      {isPreview ? (
        <Box className={classes.preview}>
          <LazyMarkdown text={toStored(value, members)} members={members} />
        </Box>
      ) : (
        <MentionTextarea
          aria-label={label}
          placeholder={placeholder}
          value={value}
          maxLength={maxLength}
          minRows={minRows}
          maxRows={24}
          autoFocus={isFocused}
          members={members}
          onChange={onChange}
        />
      )}
    </Stack>
  )
}
