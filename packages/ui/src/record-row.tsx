import { ActionIcon, Group, Space, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconPencil, IconTrash } from './icons.ts'
import classes from './record-row.module.css'

interface RecordRowProps {
  /** A swatch or a symbol. */
  mark?: ReactNode
  name: ReactNode
  facts?: ReactNode
  text?: ReactNode
  /** What else can be done with it. */
  actions?: ReactNode
  editLabel?: string
  /** Without it the record cannot be changed. */
  onEdit?: (() => void) | undefined
  deleteLabel: string
  /** Without it the record cannot be deleted. */
  onDelete: (() => void) | undefined
}

/** One of a list of records that the reader looks after. */
export function RecordRow(row: RecordRowProps) {
  return (
    <Group component="li" className={classes.row} gap="sm" wrap="nowrap">
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
      <Group gap={4} wrap="nowrap">
        {row.actions}
        {row.onEdit && (
          <ActionIcon variant="subtle" color="gray" aria-label={row.editLabel} onClick={row.onEdit}>
            <IconPencil size={18} stroke={1.75} />
          </ActionIcon>
        )}
        {row.onDelete && (
          <ActionIcon variant="subtle" color="gray" aria-label={row.deleteLabel} onClick={row.onDelete}>
            <IconTrash size={18} stroke={1.75} />
          </ActionIcon>
        )}
        {row.onEdit && !row.onDelete && <Space w={28} />}
      </Group>
    </Group>
  )
}
