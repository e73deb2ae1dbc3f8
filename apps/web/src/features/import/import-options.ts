import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CsvOptions } from './files/csv.ts'
import { type CsvMapping, guessMapping } from './files/csv-mapping.ts'
import type { OpenedFile } from './files/file-reader.ts'
import { cut, singleLine } from './files/import-plan.ts'
import type { TrelloOptions } from './files/trello.ts'

const LONGEST_NAME = 200

/** What the reader chooses before the import begins. */
export interface ImportOptions {
  boardId: number | undefined
  boardName: string
  mapping: CsvMapping
  isMonthFirst: boolean
  withArchived: boolean
}

export function firstOptions(file: OpenedFile): ImportOptions {
  return {
    boardId: undefined,
    boardName: cut(singleLine(file.name), LONGEST_NAME),
    mapping: file.format === 'csv' ? guessMapping(file.headers) : {},
    isMonthFirst: navigator.language === 'en-US',
    withArchived: false,
  }
}

/** The part of them that decides what is planned, with the words that the plan needs. */
export function usePlanOptions(file: OpenedFile, options: ImportOptions): CsvOptions | TrelloOptions {
  const { t } = useTranslation()
  const { mapping, isMonthFirst, withArchived } = options
  return useMemo(
    () =>
      file.format === 'csv'
        ? { mapping, isMonthFirst, defaultColumn: t('import.defaultColumn') }
        : {
            withArchived,
            byline: t('import.byline', { name: '{{name}}', date: '{{date}}' }),
            attachments: t('import.attachments'),
          },
    [file, mapping, isMonthFirst, withArchived, t],
  )
}
