import { ErrorState } from '@atrium/ui/feedback/states'
import { Checkbox, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from './checklist.module.css'
import { checklistQuery, useChangeItem, useDeleteItem, useItemsOnTheWay } from './checklist.queries.ts'
import { ChecklistRow } from './checklist-row.tsx'
import { NewChecklistItem } from './new-checklist-item.tsx'
import { SectionTitle } from './section-title.tsx'

export function Checklist({ taskId, mayEdit }: { taskId: number; mayEdit: boolean }) {
  const { t } = useTranslation()
  const { data: items = [], error, refetch } = useQuery(checklistQuery(taskId))
  const onTheWay = useItemsOnTheWay(taskId)
  const change = useChangeItem(taskId)
  const { mutate: remove } = useDeleteItem(taskId)
  const done = items.filter(({ isDone }) => isDone).length
  const total = items.length + onTheWay.length
  if (!mayEdit && total === 0 && !error) return null

  return (
    <Stack component="section" gap="xs" aria-label={t('tasks.checklist.title')}>
      <Group justify="space-between">
        <SectionTitle>{t('tasks.checklist.title')}</SectionTitle>
        {total > 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t('tasks.checklist.progress', { done, total })}
          </Text>
        )}
      </Group>
      {error && items.length === 0 && <ErrorState error={error} onRetry={refetch} />}
      {total > 0 && (
        <Progress value={(100 * done) / total} size="sm" aria-label={t('tasks.checklist.progressLabel')} />
      )}
      <ul className={classes.list}>
        {items.map((item, index) => (
          <ChecklistRow
            key={item.id}
            item={item}
            previous={items[index - 1]}
            next={items[index + 1]}
            mayEdit={mayEdit}
            onChange={changes => change.mutateAsync({ item, changes }).then(isSaved, isNotSaved)}
            onDrop={(dragged, changes) => {
              const moved = items.find(({ id }) => id === dragged)
              if (moved) change.mutate({ item: moved, changes })
            }}
            onDelete={() => remove(item)}
          />
        ))}
        {onTheWay.map(({ title, at }) => (
          <li key={`${at}-${title}`} className={classes.onTheWay}>
            <Checkbox disabled label={title} />
          </li>
        ))}
      </ul>
      {mayEdit && <NewChecklistItem taskId={taskId} />}
    </Stack>
  )
}

const isSaved = () => true
const isNotSaved = () => false
