import { isRefused } from '@atrium/client/api-error'
import type { Template } from '@atrium/tasks/templates/content/template.contract'
import { createTaskFromTemplate, type TaskFromTemplate } from '@atrium/tasks/templates/use.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { EmptyState, ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { IconTemplate } from '@atrium/ui/icons'
import { Alert, Button, Group, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { reportLeftOut } from './left-out.ts'
import { templatesQuery, useTaskFromTemplate } from './template.queries.ts'
import classes from './template-list.module.css'
import { contentsOf } from './template-words.ts'

interface TaskFromTemplateProps {
  projectId: number
  /** Where the task goes; the first column of the board or project if it is left out. */
  place: Pick<TaskFromTemplate, 'columnId' | 'boardId'>
  isOpen: boolean
  onClose: () => void
}

/** The templates of a project; a click creates the task. */
export function TaskFromTemplateDialog({ isOpen, ...props }: TaskFromTemplateProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('templates.use.title')} isOpen={isOpen} onClose={props.onClose}>
      <TaskTemplates {...props} />
    </Dialog>
  )
}

function TaskTemplates({ projectId, place, onClose }: Omit<TaskFromTemplateProps, 'isOpen'>) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery(templatesQuery(projectId))
  const creation = useTaskFromTemplate(projectId)
  const templates = data?.filter(({ kind }) => kind === 'task')
  const isFull = isRefused(createTaskFromTemplate, creation.error, 'wip_limit_reached')
  const create = (body: TaskFromTemplate) =>
    creation.mutate(body, {
      onSuccess: ({ item, leftOut }) => {
        onClose()
        notifyOfSuccess(t('templates.use.done', { title: item.title }))
        reportLeftOut(leftOut)
      },
    })
  if (!templates && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!templates) return <RowsSkeleton rows={3} />
  if (templates.length === 0) {
    return (
      <EmptyState
        icon={IconTemplate}
        title={t('templates.use.none.title')}
        text={t('templates.use.none.text')}
      />
    )
  }
  return (
    <>
      {isFull && creation.variables && (
        <Alert color="amber" role="alert" mb="sm">
          <Group justify="space-between" gap="xs">
            <Text size="sm">{t('templates.use.full')}</Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => create({ ...(creation.variables as TaskFromTemplate), force: true })}
            >
              {t('templates.use.anyway')}
            </Button>
          </Group>
        </Alert>
      )}
      <ul className={classes.list} aria-label={t('templates.use.title')}>
        {templates.map(template => (
          <li key={template.id}>
            <TaskTemplate
              template={template}
              isDisabled={creation.isPending}
              onChoose={() => create({ templateId: template.id, ...place })}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

interface TaskTemplateProps {
  template: Template
  isDisabled: boolean
  onChoose: () => void
}

function TaskTemplate({ template, isDisabled, onChoose }: TaskTemplateProps) {
  const { t } = useTranslation()
  const { name, description } = template
  return (
    <UnstyledButton className={classes.choice} disabled={isDisabled} onClick={onChoose}>
      <IconTemplate size={18} stroke={1.75} aria-hidden className={classes.icon} />
      <span className={classes.words}>
        <Text component="span" fw={500} display="block">
          {name}
        </Text>
        <Text component="span" size="sm" c="dimmed" display="block" lineClamp={2}>
          {[description, contentsOf(t, template)].filter(Boolean).join(' · ')}
        </Text>
      </span>
    </UnstyledButton>
  )
}
