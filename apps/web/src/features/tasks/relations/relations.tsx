import type { Relation, RelationType } from '@atrium/tasks/tasks/relations/relation.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { ErrorState } from '@atrium/ui/feedback/states'
import { IconButton } from '@atrium/ui/icon-button'
import { IconArrowsRightLeft, IconBan, IconCopy, IconEyeOff, IconPlus, IconX } from '@atrium/ui/icons'
import { Button, Group, Stack, Text } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import items from '../layout/item-list.module.css'
import { TaskLink } from '../layout/item-list.tsx'
import { SectionTitle } from '../layout/task-layout.tsx'
import { AddLink } from './add-link.tsx'
import { useRemoveRelation, useShownRelations } from './relation.queries.ts'
import classes from './relations.module.css'

const order: RelationType[] = ['blockedBy', 'blocks', 'relatesTo', 'duplicates', 'duplicatedBy']

interface RelationsProps {
  task: Task
  mayEdit: boolean
  /** Whether the user has just asked for the section, to add a relation. */
  isOpened: boolean
  onLeft: () => void
}

export function Relations({ task, mayEdit, isOpened, onLeft }: RelationsProps) {
  const { t } = useTranslation()
  const { data, error, refetch, shown, beingAdded } = useShownRelations(task.id)
  const [isAdding, setIsAdding] = useState(isOpened)
  const groups = order
    .map(type => ({
      type,
      relations: shown(type),
      added: beingAdded.filter(one => one.type === type).map(({ label }) => label),
    }))
    .filter(({ relations, added }) => relations.length + added.length > 0)
  const leave = () => {
    setIsAdding(false)
    onLeft()
  }

  return (
    <Stack component="section" gap="xs" aria-label={t('tasks.relations.title')}>
      <Group justify="space-between" mih={28}>
        <SectionTitle>{t('tasks.relations.title')}</SectionTitle>
        {mayEdit && !isAdding && (
          <Button
            id="add-relation"
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} />}
            onClick={() => setIsAdding(true)}
          >
            {t('tasks.relations.add')}
          </Button>
        )}
      </Group>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {groups.map(group => (
        <RelationGroup key={group.type} {...group} task={task} mayEdit={mayEdit} />
      ))}
      {isAdding && <AddLink task={task} onClose={leave} />}
    </Stack>
  )
}

interface RelationGroupProps {
  type: RelationType
  relations: Relation[]
  /** The names of tasks whose relation the server does not have yet. */
  added: string[]
  task: Task
  mayEdit: boolean
}

function RelationGroup({ type, relations, added, task, mayEdit }: RelationGroupProps) {
  const { t } = useTranslation()
  const Icon = icons[type]
  const isOpenBlocker = type === 'blockedBy' && task.isBlocked && task.completedAt === null
  return (
    <div>
      <div className={classes.type} data-blocked={isOpenBlocker || undefined}>
        <Icon size={14} stroke={1.75} aria-hidden />
        {t(`tasks.relations.types.${type}`)}
      </div>
      <ul className={items.list} aria-label={t(`tasks.relations.types.${type}`)}>
        {relations.map(relation => (
          <RelationRow key={relation.id} relation={relation} taskId={task.id} mayEdit={mayEdit} />
        ))}
        {added.map(label => (
          <li key={label} className={items.row} data-pending>
            <span className={items.title}>{label}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const icons: Record<RelationType, ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>> = {
  blocks: IconBan,
  blockedBy: IconBan,
  relatesTo: IconArrowsRightLeft,
  duplicates: IconCopy,
  duplicatedBy: IconCopy,
}

interface RelationRowProps {
  relation: Relation
  taskId: number
  mayEdit: boolean
}

function RelationRow({ relation, taskId, mayEdit }: RelationRowProps) {
  const { t } = useTranslation()
  const remove = useRemoveRelation(taskId)
  const { task } = relation
  const title = task?.title ?? t('tasks.relations.hidden')
  return (
    <li className={items.row}>
      {task ? (
        <TaskLink task={task} projectKey={task.projectKey} />
      ) : (
        <Text size="sm" c="dimmed" className={items.title}>
          <IconEyeOff size={14} stroke={1.75} aria-hidden /> {title}
        </Text>
      )}
      {mayEdit && (
        <IconButton
          icon={IconX}
          label={t('tasks.relations.remove', { title })}
          size="sm"
          onClick={() => remove(relation)}
        />
      )}
    </li>
  )
}
