import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import { FileNotRead, type FileProblem } from '@atrium/tasks/imports/plan/import-format'
import { importFileTypes } from '@atrium/tasks/imports/plan/import-sources.contract'
import { IconAlertCircle, IconUpload } from '@atrium/ui/icons'
import { Alert, Button, FileButton, SegmentedControl, Stack, Text, ThemeIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddressForm } from './address/address-form.tsx'
import type { Directory } from './files/directory.ts'
import { createFileReader, type FileReader, type OpenedFile } from './files/file-reader.ts'
import classes from './import-wizard.module.css'
import { PrepareImport } from './prepare-import.tsx'
import { EarlierImports } from './server/earlier-imports.tsx'
import { importsQuery } from './server/server-import.queries.ts'
import { ServerImport } from './server/server-import.tsx'

interface ImportWizardProps {
  projectId: number
  boards: ListedBoard[]
  directory: Directory
}

type Step =
  | { name: 'choose'; problem?: FileProblem }
  | { name: 'reading' }
  | { name: 'prepare'; chosen: File; file: OpenedFile; reader: FileReader }
  | { name: 'server'; importId: number }

/** Choose a file or an address, check the preview, run the import. */
export function ImportWizard({ projectId, boards, directory }: ImportWizardProps) {
  const { t } = useTranslation()
  const [step, setStep] = useState<Step>({ name: 'choose' })
  const [origin, setOrigin] = useState<'file' | 'address'>('file')
  const running = useRunningImport(projectId)
  const reader = step.name === 'prepare' ? step.reader : undefined
  useEffect(() => () => reader?.close(), [reader])

  const open = async (chosen: File) => {
    setStep({ name: 'reading' })
    const newReader = createFileReader()
    const target = {
      fields: directory.fields,
      defaultColumn: t('import.defaultColumn'),
      isMonthFirst: navigator.language === 'en-US',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }
    try {
      setStep({ name: 'prepare', chosen, file: await newReader.open(chosen, target), reader: newReader })
    } catch (error) {
      newReader.close()
      setStep({ name: 'choose', problem: error instanceof FileNotRead ? error.problem : 'unreadable' })
    }
  }
  const begin = () => setStep({ name: 'choose' })
  const importId = step.name === 'server' ? step.importId : step.name === 'choose' ? running : undefined
  if (importId !== undefined)
    return <ServerImport importId={importId} projectId={projectId} onAnother={begin} />
  if (step.name === 'prepare') {
    return (
      <PrepareImport
        projectId={projectId}
        boards={boards}
        directory={directory}
        chosen={step.chosen}
        file={step.file}
        reader={step.reader}
        onCancel={begin}
        onStarted={importId => setStep({ name: 'server', importId })}
      />
    )
  }
  return (
    <Stack>
      <SegmentedControl
        aria-label={t('import.address.origin')}
        value={origin}
        onChange={value => setOrigin(value as typeof origin)}
        data={[
          { value: 'file', label: t('import.address.fromFile') },
          { value: 'address', label: t('import.address.fromAddress') },
        ]}
        maw={420}
      />
      {origin === 'address' ? (
        <AddressForm projectId={projectId} onStarted={importId => setStep({ name: 'server', importId })} />
      ) : (
        <ChooseFile
          isReading={step.name === 'reading'}
          problem={step.name === 'choose' ? step.problem : undefined}
          onChoose={file => void open(file)}
        />
      )}
      <EarlierImports projectId={projectId} onOpen={importId => setStep({ name: 'server', importId })} />
    </Stack>
  )
}

/** An import of the server that was started before the page was left. */
function useRunningImport(projectId: number) {
  const { data: imports = [] } = useQuery(importsQuery)
  return imports.find(one => one.projectId === projectId && one.finishedAt === null)?.id
}

interface ChooseFileProps {
  isReading: boolean
  problem: FileProblem | undefined
  onChoose: (file: File) => void
}

function ChooseFile({ isReading, problem, onChoose }: ChooseFileProps) {
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
        <FileButton onChange={file => file && onChoose(file)} accept={importFileTypes.join(',')}>
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
