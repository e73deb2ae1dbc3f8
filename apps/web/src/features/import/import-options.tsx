import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import type { CsvOptions } from '@atrium/tasks/imports/formats/csv/csv'
import type { VikunjaOptions } from '@atrium/tasks/imports/formats/vikunja'
import type { FileOptions } from '@atrium/tasks/imports/jobs/import-choices.contract'
import { cut, singleLine } from '@atrium/tasks/imports/plan/plan-texts'
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OpenedFile } from './files/file-reader.ts'
import type { MappedColumn, MappedField, MappedPerson } from './map/map-import.tsx'

interface TargetBoardProps {
  boards: ListedBoard[]
  options: ImportOptions
  onChange: (changes: Partial<ImportOptions>) => void
}

export function TargetBoard({ boards, options, onChange }: TargetBoardProps) {
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
    </SimpleGrid>
  )
}

const MAX_NAME_LENGTH = 200

/** What the user chooses before the import starts, whatever the format. */
export interface ImportOptions {
  boardId: number | undefined
  boardName: string
  createsOptions: boolean
  /** What the format asks the user, such as the columns of a CSV file. */
  format: object
  /** What the user has mapped differently from what is guessed. */
  people: MappedPerson[]
  columns: MappedColumn[]
  fields: MappedField[]
}

export function firstOptions(file: OpenedFile): ImportOptions {
  return {
    boardId: undefined,
    boardName: cut(singleLine(file.name), MAX_NAME_LENGTH),
    createsOptions: false,
    format: file.defaults,
    people: [],
    columns: [],
    fields: [],
  }
}

/** What the server needs to read the file as the preview does. */
export function fileOptions(format: object): FileOptions {
  const { mapping, fields, isMonthFirst, timeZone, projectId } = format as Partial<
    CsvOptions & VikunjaOptions
  >
  return {
    ...(timeZone && { timeZone }),
    ...(projectId && { projectId }),
    ...(mapping && { mapping, isMonthFirst, fields: fields?.map(({ id, index }) => ({ id, index })) ?? [] }),
  }
}
