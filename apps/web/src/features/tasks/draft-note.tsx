import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Draft } from './draft.ts'
import { momentInWords } from './moment-text.tsx'

interface DraftNoteProps {
  draft: Draft
  onRestore: () => void
  onDiscard: () => void
}

export function DraftNote({ draft, onRestore, onDiscard }: DraftNoteProps) {
  const { t, i18n } = useTranslation()
  const when = momentInWords(new Date(draft.keptAt), i18n.language)
  return (
    <Alert color="amber" py="xs" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('tasks.draft.kept', { when })}</Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={onDiscard}>
            {t('tasks.draft.discard')}
          </Button>
          <Button size="compact-sm" onClick={onRestore}>
            {t('tasks.draft.restore')}
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
