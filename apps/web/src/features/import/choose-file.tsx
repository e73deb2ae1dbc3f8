import { IconAlertCircle, IconUpload } from '@atrium/ui/icons'
import { Alert, Button, FileButton, Stack, Text, ThemeIcon } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './choose-file.module.css'
import type { FileProblem } from './file-reader.ts'

interface ChooseFileProps {
  isReading: boolean
  problem: FileProblem | undefined
  onChoose: (file: File) => void
}

export function ChooseFile({ isReading, problem, onChoose }: ChooseFileProps) {
  const { t } = useTranslation()
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) onChoose(file)
  }
  const hover = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  return (
    <Stack>
      {problem && (
        <Alert color="red" role="alert" icon={<IconAlertCircle stroke={1.75} />}>
          {t(`import.problems.${problem}`)}
        </Alert>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same. */}
      <div
        className={classes.zone}
        data-over={isOver || undefined}
        onDragOver={hover}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <ThemeIcon size={48} radius="xl" variant="light">
          <IconUpload stroke={1.5} />
        </ThemeIcon>
        <Text fw={600}>{t('import.drop')}</Text>
        <FileButton
          onChange={file => file && onChoose(file)}
          accept=".json,.csv,.tsv,.txt,application/json,text/csv"
        >
          {props => (
            <Button {...props} loading={isReading}>
              {t('import.choose')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" maw={420}>
          {t('import.formats')}
        </Text>
      </div>
    </Stack>
  )
}
