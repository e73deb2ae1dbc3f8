import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import { useEffect, useState } from 'react'
import { ChooseFile } from './choose-file.tsx'
import type { Directory } from './directory.ts'
import {
  createFileReader,
  FileNotRead,
  type FileProblem,
  type FileReader,
  type OpenedFile,
} from './file-reader.ts'
import { ImportRunView } from './import-run-view.tsx'
import { PrepareImport } from './prepare-import.tsx'
import type { StartedImport } from './use-import-run.ts'

interface ImportWizardProps {
  projectId: number
  boards: ListedBoard[]
  directory: Directory
}

type Step =
  | { name: 'choose'; problem?: FileProblem }
  | { name: 'reading' }
  | { name: 'prepare'; file: OpenedFile; reader: FileReader }
  | { name: 'run'; started: StartedImport }

/** A file is chosen, looked at, and carried out. */
export function ImportWizard({ projectId, boards, directory }: ImportWizardProps) {
  const [step, setStep] = useState<Step>({ name: 'choose' })
  const reader = step.name === 'prepare' ? step.reader : undefined
  useEffect(() => () => reader?.close(), [reader])

  const open = async (chosen: File) => {
    setStep({ name: 'reading' })
    const newReader = createFileReader()
    try {
      setStep({ name: 'prepare', file: await newReader.open(chosen), reader: newReader })
    } catch (error) {
      newReader.close()
      setStep({ name: 'choose', problem: error instanceof FileNotRead ? error.problem : 'unreadable' })
    }
  }
  const begin = () => setStep({ name: 'choose' })
  if (step.name === 'run') return <ImportRunView started={step.started} onAnother={begin} />
  if (step.name === 'prepare') {
    return (
      <PrepareImport
        projectId={projectId}
        boards={boards}
        directory={directory}
        file={step.file}
        reader={step.reader}
        onCancel={begin}
        onStart={started => setStep({ name: 'run', started })}
      />
    )
  }
  return (
    <ChooseFile
      isReading={step.name === 'reading'}
      problem={step.name === 'choose' ? step.problem : undefined}
      onChoose={file => void open(file)}
    />
  )
}
