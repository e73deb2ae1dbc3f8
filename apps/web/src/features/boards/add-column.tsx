import { IconPlus } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './add-column.module.css'
import { useAddColumn } from './board.queries.ts'
import { useBoard } from './board-context.ts'
import { InlineRename } from './inline-rename.tsx'

export function AddColumn() {
  const { t } = useTranslation()
  const { boardId } = useBoard()
  const { mutate, isPending } = useAddColumn(boardId)
  const [isNaming, setIsNaming] = useState(false)
  return (
    <div className={classes.place}>
      {isNaming ? (
        <InlineRename
          label={t('boards.column.title')}
          value=""
          maxLength={100}
          onSave={title => mutate(title)}
          onClose={() => setIsNaming(false)}
        />
      ) : (
        <Button
          variant="subtle"
          color="gray"
          c="dimmed"
          fw={500}
          fullWidth
          justify="flex-start"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          loading={isPending}
          onClick={() => setIsNaming(true)}
        >
          {t('boards.column.add')}
        </Button>
      )}
    </div>
  )
}
