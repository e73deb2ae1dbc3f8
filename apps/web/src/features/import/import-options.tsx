import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import { guessDoneColumn } from '@atrium/tasks/imports/plan/plan-summary'
import { cut, singleLine } from '@atrium/tasks/imports/plan/plan-texts'
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OpenedFile } from './files/file-reader.ts'

/** A chosen column can disappear when other options are changed. */
export function chosenDoneColumn({ doneColumn }: ImportOptions, columns: string[]) {
  if (doneColumn === null) return undefined
  return columns.find(title => title === doneColumn) ?? guessDoneColumn(columns)
}

interface TargetBoardProps {
  boards: ListedBoard[]
  columns: string[]
  doneColumn: string | undefined
  options: ImportOptions
  onChange: (changes: Partial<ImportOptions>) => void
}

export function TargetBoard({ boards, columns, doneColumn, options, onChange }: TargetBoardProps) {
  const { t } = useTranslation()
  const choices = [
    { value: '', label: t('import.newBoard') },
    ...boards.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect
        label={t('import.target')}
        data={choices}
        value={options.boardId ?? ''}
        onChange={event => onChange({ boardId: Number(event.currentTarget.value) || undefined })}
      />
      {options.boardId === undefined && (
        <TextInput
          label={t('import.boardName')}
          value={options.boardName}
          onChange={event => onChange({ boardName: event.currentTarget.value })}
          required
          maxLength={200}
        />
      )}
      {options.boardId === undefined && columns.length > 0 && (
        <NativeSelect
          label={t('import.doneColumn')}
          description={t('import.doneColumnHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={[{ value: '', label: t('import.noDoneColumn') }, ...columns]}
          value={doneColumn ?? ''}
          onChange={event => onChange({ doneColumn: event.currentTarget.value || null })}
        />
      )}
    </SimpleGrid>
  )
}

const MAX_NAME_LENGTH = 200

/** What the user chooses before the import starts, whatever the format. */
export interface ImportOptions {
  boardId: number | undefined
  boardName: string
  /** Undefined while it is guessed by title, null for none. */
  doneColumn: string | null | undefined
  createsOptions: boolean
  format: object
}

export function firstOptions(file: OpenedFile): ImportOptions {
  return {
    boardId: undefined,
    boardName: cut(singleLine(file.name), MAX_NAME_LENGTH),
    doneColumn: undefined,
    createsOptions: false,
    format: file.defaults,
  }
}
