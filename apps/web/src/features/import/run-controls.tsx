import { IconPlayerPause, IconPlayerPlay, IconX } from '@atrium/ui/icons'
import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { useImportRun } from './use-import-run.ts'

export function RunControls({ run }: { run: ReturnType<typeof useImportRun> }) {
  const { t } = useTranslation()
  const { state, pause, resume, stop } = run
  if (state !== 'running' && state !== 'paused') return null
  const isPaused = state === 'paused'
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        onClick={isPaused ? resume : pause}
      >
        {t(isPaused ? 'import.continue' : 'import.pause')}
      </Button>
      <Button variant="subtle" color="red" leftSection={<IconX size={16} />} onClick={stop}>
        {t('actions.cancel')}
      </Button>
    </Group>
  )
}
