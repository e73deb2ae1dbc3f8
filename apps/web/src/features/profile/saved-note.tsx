import { IconCheck } from '@atrium/ui/icons'
import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Quiet: it stands where the change was made, and is spoken. */
export function SavedNote({ isSaved }: { isSaved: boolean }) {
  const { t } = useTranslation()
  return (
    <Group role="status" gap={6} fz="sm" c="dimmed" mih={isSaved ? 22 : 0}>
      {isSaved && (
        <>
          <IconCheck size={16} color="var(--mantine-color-teal-6)" aria-hidden="true" />
          {t('profile.saved')}
        </>
      )}
    </Group>
  )
}
