import type { Member } from '@atrium/tasks/projects/member.contract'
import { IconMarkdown } from '@atrium/ui/icons'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import {
  type ComponentType,
  type KeyboardEvent,
  lazy,
  Suspense,
  startTransition,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { attachmentAddress } from '../../../safe-addresses.ts'
import { isImage, useUploads } from '../attachments/uploads.tsx'
import { usePreloadedMarkdown } from '../markdown/lazy-markdown.tsx'
import type { RichEditorProps } from '../markdown/rich/rich-editor.tsx'
import { MentionTextarea } from './mention-textarea.tsx'

// If it can't be loaded, the source can still be edited.
const RichEditor = lazy(
  (): Promise<{ default: ComponentType<RichEditorProps> }> =>
    import('../markdown/rich/rich-editor.tsx').then(
      ({ RichEditor }) => ({ default: RichEditor }),
      () => ({ default: ({ source }) => source }),
    ),
)

interface MarkdownEditorProps {
  label: string
  placeholder?: string
  /** Markdown, as it is stored. */
  value: string
  maxLength: number
  minRows: number
  /** Who can be mentioned. */
  members?: Member[]
  isFocused?: boolean
  onChange: (text: string) => void
  onSubmit: (text: string) => void
  onLeave?: () => void
}

/** A text with a toolbar, or its Markdown source. Ctrl-Enter submits, Escape leaves. */
export function MarkdownEditor({ members = [], isFocused = true, ...props }: MarkdownEditorProps) {
  const { t } = useTranslation()
  const { label, placeholder, value, maxLength, minRows, onChange, onSubmit, onLeave } = props
  const { attach } = useUploads()
  const [mode, setMode] = useLocalStorage<'rich' | 'markdown'>({
    key: 'atrium.editor',
    defaultValue: 'rich',
    getInitialValueInEffect: false,
  })
  // The editor is loaded when someone starts to write.
  const [isWanted, setIsWanted] = useState(isFocused)
  usePreloadedMarkdown(isWanted)
  const hasFocus = useRef(isFocused)
  const field = useRef<HTMLDivElement>(null)
  const isTooLong = value.length > maxLength

  const submit = (text: string) => {
    if (text.length <= maxLength) onSubmit(text)
  }
  const leave = () => {
    if (onLeave) return onLeave()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    field.current?.closest<HTMLElement>('[data-task-panel]')?.focus({ preventScroll: true })
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      submit(value)
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      leave()
    }
  }
  const change = (next: 'rich' | 'markdown') => {
    hasFocus.current = true
    setIsWanted(true)
    setMode(next)
  }
  const source = (
    <MentionTextarea
      aria-label={label}
      placeholder={placeholder}
      value={value}
      minRows={minRows}
      maxRows={24}
      autoFocus={hasFocus.current}
      members={members}
      onChange={onChange}
      onFocus={() => {
        // The text area stays until the editor can replace it with all that was typed.
        startTransition(() => setIsWanted(true))
      }}
    />
  )
  const toggle = (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      tabIndex={mode === 'rich' ? -1 : 0}
      leftSection={<IconMarkdown size={16} />}
      onClick={() => change(mode === 'rich' ? 'markdown' : 'rich')}
    >
      {t(mode === 'rich' ? 'tasks.editor.source' : 'tasks.editor.rich')}
    </Button>
  )
  const isRich = mode === 'rich' && isWanted
  return (
    <Stack
      gap={6}
      ref={field}
      onKeyDown={press}
      onFocus={() => {
        hasFocus.current = true
      }}
      // Not heard when the text area is replaced: the editor that replaces it takes the focus over.
      onBlur={() => {
        hasFocus.current = false
      }}
    >
      <Suspense fallback={source}>
        {isRich ? (
          <RichEditor
            {...{ label, placeholder, value, minRows, members, onChange }}
            takesFocus={() => hasFocus.current}
            onSubmit={submit}
            onLeave={leave}
            onUpload={async file => {
              const attachment = await attach(file)
              return (
                attachment && {
                  name: attachment.name,
                  address: attachmentAddress(attachment.id),
                  isImage: isImage(attachment.type),
                }
              )
            }}
            source={source}
          >
            {toggle}
          </RichEditor>
        ) : (
          source
        )}
      </Suspense>
      {mode === 'markdown' && isWanted && <Group justify="flex-end">{toggle}</Group>}
      {isTooLong && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {t('tasks.editor.tooLong', { length: value.length, limit: maxLength })}
        </Text>
      )}
    </Stack>
  )
}
