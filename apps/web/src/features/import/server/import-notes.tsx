import { BYTE_ORDER_MARK, toCsv } from '@atrium/core/csv'
import type { ImportNote } from '@atrium/tasks/imports/jobs/import-job.contract'
import { saveFile } from '@atrium/ui/files'
import { IconDownload } from '@atrium/ui/icons'
import { PageSwitch } from '@atrium/ui/lists/page-switch'
import { Anchor, Badge, Box, Button, Card, Group, Stack, Table, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../map/import-table.module.css'
import { listAllNotes, notesQuery } from './server-import.queries.ts'

/** The items that were left out, and the tasks that lost something. */
export function ImportNotes({ importId }: { importId: number }) {
  const { t } = useTranslation()
  const words = useNoteWords()
  const [page, setPage] = useState(1)
  const { data } = useQuery({ ...notesQuery(importId, page), placeholderData: keepPreviousData })
  if (!data || data._meta.total === 0) return null
  const download = async () => {
    const rows = (await listAllNotes(importId)).map(words.row)
    saveFile('import-report.csv', BYTE_ORDER_MARK + toCsv([words.header, ...rows]), 'text/csv;charset=utf-8')
  }
  return (
    <Card component="section" aria-labelledby="import-notes">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h3" id="import-notes">
            {t('import.report.needsAttention', { count: data._meta.total })}
          </Title>
          <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => void download()}>
            {t('import.report.download')}
          </Button>
        </Group>
        <NoteTable notes={data.items} />
        <PageSwitch page={page} pages={data._meta.pages} onChange={setPage} />
      </Stack>
    </Card>
  )
}

/** On phones, the outcome is below the title. */
function NoteTable({ notes }: { notes: ImportNote[] }) {
  const words = useNoteWords()
  const [title, outcome, lost] = words.header
  return (
    <Table className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{title}</Table.Th>
          <Table.Th visibleFrom="xs">{outcome}</Table.Th>
          <Table.Th>{lost}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {notes.map((note, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes have no ids and never move
          <NoteRow key={place} note={note} words={words.row(note)} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function NoteRow({ note, words: [title, outcome, lost] }: { note: ImportNote; words: NoteWords }) {
  const badge = (
    <Badge color={note.reason === null ? 'teal' : 'amber'} miw="max-content">
      {outcome}
    </Badge>
  )
  return (
    <Table.Tr>
      <Table.Td>
        {note.taskId === null ? (
          title
        ) : (
          <Anchor component={Link} to={`/task/${note.taskId}`} inherit>
            {title}
          </Anchor>
        )}
        <Box hiddenFrom="xs">{badge}</Box>
      </Table.Td>
      <Table.Td visibleFrom="xs">{badge}</Table.Td>
      <Table.Td>{lost}</Table.Td>
    </Table.Tr>
  )
}

type NoteWords = [title: string, outcome: string, lost: string]

/** A note as text, for the table and the file. */
function useNoteWords() {
  const { t } = useTranslation()
  return {
    header: [t('import.fields.title'), t('import.report.outcome'), t('import.report.notes')],
    row: ({ title, reason, losses }: ImportNote): NoteWords => [
      title,
      t(reason === null ? 'import.report.created' : 'import.report.wasSkipped'),
      reason === null ? losses.map(({ text }) => text).join('; ') : t(`import.reasons.${reason}`),
    ],
  }
}
