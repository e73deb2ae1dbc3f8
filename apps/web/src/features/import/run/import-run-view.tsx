import { IconPlayerPause, IconPlayerPlay, IconX } from '@atrium/ui/icons'
import { Alert, Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ImportReport } from './import-report.tsx'
import { type StartedImport, useImportRun } from './use-import-run.ts'

interface ImportRunViewProps {
  started: StartedImport
  onAnother: () => void
}

export function ImportRunView({ started, onAnother }: ImportRunViewProps) {
  const { t } = useTranslation()
  const run = useImportRun(started)
  const { state, progress, isWaiting, isSignedOut } = run
  const isActive = state === 'running' || state === 'paused'
  useBlocker({
    shouldBlockFn: () => !window.confirm(t('import.leave')),
    enableBeforeUnload: isActive,
    disabled: !isActive,
  })
  const { total, results } = progress
  return (
    <Stack gap="lg">
      <Card>
        <Stack>
          <Title order={2} size="h3" aria-live="polite">
            {t(`import.states.${state}`)}
          </Title>
          <Progress
            value={total > 0 ? (100 * results.length) / total : 100}
            color={state === 'failed' ? 'red' : state === 'done' ? 'teal' : undefined}
            size="lg"
            aria-label={t('import.progressLabel')}
          />
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {t('import.progress', { done: results.length, total })}
              {isActive && isWaiting && ` · ${t('import.waiting')}`}
            </Text>
            <RunControls run={run} />
          </Group>
          {(state === 'stopped' || state === 'failed') && (
            <Alert color={state === 'failed' ? 'red' : 'amber'}>
              {t(isSignedOut ? 'import.signedOut' : 'import.resumable')}
            </Alert>
          )}
        </Stack>
      </Card>
      {!isActive && (
        <ImportReport
          results={results}
          skipped={started.plan.skipped}
          boardId={progress.boardId}
          action={
            <Button variant="default" onClick={onAnother}>
              {t('import.otherFile')}
            </Button>
          }
        />
      )}
    </Stack>
  )
}

function RunControls({ run }: { run: ReturnType<typeof useImportRun> }) {
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
