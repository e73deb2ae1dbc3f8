import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { IconEdit } from '@atrium/ui/icons'
import { ActionIcon, Anchor, Badge, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoardRights } from '../../data/boards.ts'
import { projectQuery } from '../../data/projects.ts'
import { useChangeBoard } from './board.queries.ts'
import classes from './board-header.module.css'
import { BoardMenu } from './board-menu.tsx'
import { InlineRename } from './inline-rename.tsx'
import { Viewers } from './viewers.tsx'

export function BoardHeader({ board, myId }: { board: FullBoard; myId: number }) {
  const { t } = useTranslation()
  const { data: project } = useQuery(projectQuery(board.projectId))
  const change = useChangeBoard(board)
  const [isRenaming, setIsRenaming] = useState(false)
  const { mayManage, isArchived } = useBoardRights(board)
  const name = change.isPending ? (change.variables.name ?? board.name) : board.name
  return (
    <header className={classes.header}>
      <div className={classes.names}>
        <Anchor
          component={Link}
          to={`/project/${board.projectId}`}
          size="sm"
          c="dimmed"
          className={classes.project}
        >
          {project?.name ?? '…'}
        </Anchor>
        <Text size="sm" c="dimmed" aria-hidden="true" className={classes.project}>
          /
        </Text>
        {isRenaming ? (
          <InlineRename
            label={t('boards.board.name')}
            value={board.name}
            maxLength={200}
            onSave={next => change.mutate({ name: next })}
            onClose={() => setIsRenaming(false)}
          />
        ) : (
          <Title order={1} size="h3" lineClamp={1} className={classes.name}>
            {name}
          </Title>
        )}
        {isArchived && <Badge color="amber">{t('boards.board.archived')}</Badge>}
        {mayManage && !isRenaming && (
          <ActionIcon
            variant="subtle"
            color="gray"
            c="dimmed"
            size="sm"
            aria-label={t('boards.board.rename')}
            className={classes.rename}
            onClick={() => setIsRenaming(true)}
          >
            <IconEdit size={15} stroke={1.75} />
          </ActionIcon>
        )}
      </div>
      <Group gap="xs" wrap="nowrap" flex="none">
        <Viewers boardId={board.id} myId={myId} />
        <BoardMenu projectId={board.projectId} mayManage={mayManage} />
      </Group>
    </header>
  )
}
