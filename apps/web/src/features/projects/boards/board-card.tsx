import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import type { Column } from '@atrium/tasks/boards/column.contract'
import { Anchor, Card, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { boardColumnsQuery } from '../board.queries.ts'
import classes from './board-card.module.css'

interface BoardCardProps {
  board: ListedBoard
  /** The actions. */
  menu: ReactNode
}

export function BoardCard({ board, menu }: BoardCardProps) {
  const { t } = useTranslation()
  const { data } = useQuery(boardColumnsQuery(board.projectId, board.id))
  const columns = data?.columns ?? []
  const tasks = columns.reduce((sum, { taskCount }) => sum + taskCount, 0)
  return (
    <Card component="article" shadow="xs" h="100%" className={classes.card}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Title order={2} size="h3" lineClamp={2}>
          <Anchor component={Link} to={`/board/${board.id}`} inherit c="inherit" className={classes.link}>
            {board.name}
          </Anchor>
        </Title>
        <div className={classes.menu}>{menu}</div>
      </Group>
      {board.description && (
        <Text size="sm" c="dimmed" mt={4} lineClamp={2}>
          {board.description}
        </Text>
      )}
      <ColumnBars columns={columns} />
      <Text size="sm" c="dimmed" mih="1.5em">
        {data &&
          `${t('projects.boards.columns', { count: columns.length })} · ${t('projects.boards.tasks', { count: tasks })}`}
      </Text>
    </Card>
  )
}

const drawn = 12

/** A preview of the board; the text below it says the same. */
function ColumnBars({ columns }: { columns: Column[] }) {
  const shown = columns.slice(0, drawn)
  const most = Math.max(1, ...shown.map(({ taskCount }) => taskCount))
  return (
    <div className={classes.bars} aria-hidden="true">
      {shown.map(({ id, title, taskCount, isDone }) => (
        <div
          key={id}
          className={classes.bar}
          data-done={isDone || undefined}
          title={`${title}: ${taskCount}`}
          style={{ height: `${(100 * taskCount) / most}%` }}
        />
      ))}
    </div>
  )
}
