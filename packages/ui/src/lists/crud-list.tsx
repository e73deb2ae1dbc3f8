import { IconButton } from '@atrium/ui/icon-button'
import { Box, Button, Card, Group, Space, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmMutation } from '../dialogs/confirm-dialog.tsx'
import { RecordDialog, useLastShown } from '../dialogs/dialog.tsx'
import { ErrorState, RowsSkeleton } from '../feedback/states.tsx'
import type { Mutation } from '../forms/form.tsx'
import type { Explanations } from '../forms/form-errors.ts'
import { IconPencil, IconPlus, IconTrash } from '../icons.ts'
import { SectionCard } from '../shell/section-card.tsx'
import classes from './crud-list.module.css'
import { PageSwitch } from './page-switch.tsx'

interface CrudListProps<Item extends { id: number }> {
  query: CrudQuery<Item>
  /** Rows to draw while it loads. */
  skeletonRows?: number
  /** With a title the list is a section of a page, otherwise it is the page's content. */
  title?: string
  text: string
  /** Without it nothing can be created here. */
  createLabel?: string | undefined
  row: (item: Item) => CrudRow
  /** Creates a record, or edits the given one. Without it records can only be deleted. */
  form?: (item: Item | undefined, close: () => void) => ReactNode
  /** The title of the dialog; without it the label of the row's edit button. */
  editTitle?: string
  deletion: CrudDeletion<Item>
  empty?: ReactNode
  above?: ReactNode
  paging?: { page: number; pages: number; onChange: (page: number) => void }
  /** Below the records. */
  children?: ReactNode
}

interface CrudQuery<Item> {
  data: Item[] | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => void
}

interface CrudRow {
  /** A swatch or an icon. */
  mark?: ReactNode
  name: ReactNode
  facts?: ReactNode
  text?: ReactNode
  actions?: ReactNode
  editLabel?: string
  deleteLabel: string
  mayEdit?: boolean
  mayDelete?: boolean
}

interface CrudDeletion<Item> {
  mutation: Mutation<number, unknown>
  question: (item: Item) => { title: string; text: ReactNode; action: string }
  doneMessage: (item: Item) => string
  explain?: (item: Item) => Explanations
}

/** The records of one kind, with the dialogs that create, edit and delete them. */
export function CrudList<Item extends { id: number }>(list: CrudListProps<Item>) {
  const [edited, setEdited] = useState<Item | 'new'>()
  const [deleted, setDeleted] = useState<Item>()
  const closeForm = () => setEdited(undefined)
  const create = list.createLabel && (
    <Button
      variant={list.title ? 'light' : 'filled'}
      leftSection={<IconPlus size={18} />}
      onClick={() => setEdited('new')}
    >
      {list.createLabel}
    </Button>
  )
  const content = (
    <>
      {list.above}
      <Records list={list} create={create} onEdit={setEdited} onDelete={setDeleted} />
      {list.form && (
        <RecordDialog
          record={edited}
          title={item => (item && (list.editTitle ?? list.row(item).editLabel)) ?? list.createLabel ?? ''}
          onClose={closeForm}
        >
          {item => list.form?.(item, closeForm)}
        </RecordDialog>
      )}
      <DeleteDialog deletion={list.deletion} item={deleted} onClose={() => setDeleted(undefined)} />
    </>
  )
  if (!list.title) return content
  return (
    <SectionCard title={list.title} text={list.text} aside={create}>
      {content}
    </SectionCard>
  )
}

interface RecordsProps<Item extends { id: number }> {
  list: CrudListProps<Item>
  create: ReactNode
  onEdit: (item: Item) => void
  onDelete: (item: Item) => void
}

function Records<Item extends { id: number }>({ list, create, onEdit, onDelete }: RecordsProps<Item>) {
  const { data: items, error, isFetching, refetch } = list.query
  if (!items && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!items) return <RowsSkeleton rows={list.skeletonRows} />
  const rows = items.map(item => (
    <Row
      key={item.id}
      row={list.row(item)}
      onEdit={list.form && (() => onEdit(item))}
      onDelete={() => onDelete(item)}
    />
  ))
  return (
    <Stack gap="md">
      {!list.title && (
        <Group justify="space-between" gap="sm">
          <Text c="dimmed" flex="1 1 16rem">
            {list.text}
          </Text>
          {create}
        </Group>
      )}
      {items.length === 0 && list.empty}
      {items.length > 0 &&
        (list.title ? (
          <Box component="ul" className={classes.section} aria-label={list.title}>
            {rows}
          </Box>
        ) : (
          <Card component="ul" shadow="xs" padding={0} className={classes.card}>
            {rows}
          </Card>
        ))}
      {list.paging && <PageSwitch {...list.paging} />}
      {list.children}
    </Stack>
  )
}

interface RowProps {
  row: CrudRow
  onEdit: (() => void) | undefined
  onDelete: () => void
}

function Row({ row, onEdit, onDelete }: RowProps) {
  const { mayEdit = true, mayDelete = true } = row
  const hasEdit = onEdit && mayEdit
  return (
    <Group component="li" className={classes.row} gap="sm">
      <Group gap="sm" wrap="nowrap" flex="1 1 10rem" miw={0}>
        {row.mark}
        <Stack gap={2} flex={1} miw={0}>
          <Group gap="xs">
            <Text fw={500}>{row.name}</Text>
            {row.facts}
          </Group>
          {row.text && (
            <Text size="sm" c="dimmed">
              {row.text}
            </Text>
          )}
        </Stack>
      </Group>
      <Group gap={4} wrap="nowrap" ms="auto">
        {row.actions}
        {hasEdit && (
          <IconButton icon={IconPencil} iconSize={18} label={row.editLabel ?? ''} onClick={onEdit} />
        )}
        {mayDelete && (
          <IconButton icon={IconTrash} iconSize={18} label={row.deleteLabel} onClick={onDelete} />
        )}
        {hasEdit && !mayDelete && <Space w={28} />}
      </Group>
    </Group>
  )
}

interface DeleteDialogProps<Item> {
  deletion: CrudDeletion<Item>
  item: Item | undefined
  onClose: () => void
}

function DeleteDialog<Item extends { id: number }>({ deletion, item, onClose }: DeleteDialogProps<Item>) {
  const shown = useLastShown(item)
  if (!shown) return null
  return (
    <ConfirmMutation
      {...deletion.question(shown)}
      mutation={deletion.mutation}
      input={shown.id}
      doneMessage={deletion.doneMessage(shown)}
      explain={deletion.explain?.(shown)}
      isOpen={item !== undefined}
      onClose={onClose}
    />
  )
}
