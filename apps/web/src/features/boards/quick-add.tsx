import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddCard } from './cards/new-card.queries.ts'
import classes from './quick-add.module.css'
import { useKeptTitle } from './use-kept-title.ts'

const LONGEST_TITLE = 500

interface QuickAddProps {
  columnId: number
  end: 'top' | 'bottom'
  /** By the keyboard, which goes on from here. */
  onEscape: () => void
  onLeave: () => void
}

/** Enter adds and goes on, Escape closes; several pasted lines become several tasks if the user says so. */
export function QuickAdd({ columnId, end, onEscape, onLeave }: QuickAddProps) {
  const { t } = useTranslation()
  const addCard = useAddCard()
  const [title, setTitle] = useKeptTitle(columnId)
  const [lines, setLines] = useState<string[]>([])

  const add = (text: string) => {
    const trimmed = text.trim().slice(0, LONGEST_TITLE)
    if (trimmed) addCard({ title: trimmed, columnId, atTop: end === 'top' })
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') onEscape()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add(title)
    setTitle('')
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text').split(/\r?\n/)
    const filled = pasted.map(line => line.trim()).filter(Boolean)
    if (filled.length < 2) return
    event.preventDefault()
    setLines(filled)
  }
  const addLines = () => {
    // At the top each goes above the one before it.
    for (const line of end === 'top' ? lines.toReversed() : lines) add(line)
    setLines([])
  }

  return (
    <Stack gap={6} className={classes.form}>
      <Textarea
        aria-label={t('boards.quickAdd.label')}
        placeholder={t('boards.quickAdd.placeholder')}
        value={title}
        maxLength={LONGEST_TITLE}
        autosize
        minRows={1}
        maxRows={5}
        autoFocus
        onChange={event => setTitle(event.currentTarget.value)}
        onKeyDown={press}
        onPaste={paste}
        onBlur={() => !title && lines.length === 0 && onLeave()}
      />
      {lines.length > 0 && (
        <Group gap="xs" role="alert">
          <Text size="sm">{t('boards.quickAdd.several', { count: lines.length })}</Text>
          <Button size="compact-sm" onClick={addLines}>
            {t('boards.quickAdd.addAll')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              setTitle(lines.join(' ').slice(0, LONGEST_TITLE))
              setLines([])
            }}
          >
            {t('boards.quickAdd.addAsOne')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
