import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportOptions } from './import-options.ts'

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
