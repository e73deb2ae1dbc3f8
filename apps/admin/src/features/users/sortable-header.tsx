import { IconArrowDown, IconArrowUp } from '@atrium/ui/icons'
import { Group, Table, type TableThProps, UnstyledButton } from '@mantine/core'

interface SortableHeaderProps extends TableThProps {
  label: string
  field: string
  /** `field`, or `-field` for descending. */
  orderBy: string | undefined
  onSort: (orderBy: string) => void
}

/** A first click sorts upwards, the next one downwards. */
export function SortableHeader({ label, field, orderBy, onSort, ...rest }: SortableHeaderProps) {
  const isAscending = orderBy === field
  const isDescending = orderBy === `-${field}`
  const sort = isAscending ? 'ascending' : isDescending ? 'descending' : 'none'
  return (
    <Table.Th aria-sort={sort} {...rest}>
      <UnstyledButton fz="inherit" fw="inherit" onClick={() => onSort(isAscending ? `-${field}` : field)}>
        <Group gap={4} wrap="nowrap" component="span">
          {label}
          {isAscending && <IconArrowUp size={14} />}
          {isDescending && <IconArrowDown size={14} />}
        </Group>
      </UnstyledButton>
    </Table.Th>
  )
}
