import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import { MAX_DEPTH, type Task } from '@atrium/tasks/tasks/task.contract'
import { IconPlus } from '@atrium/ui/icons'
import { Button, FileButton, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { subtasksQuery } from '../../data/tasks/subtasks.ts'
import { attachmentsQuery } from './attachments/attachment.queries.ts'
import { Attachments } from './attachments/attachments.tsx'
import { useUploads } from './attachments/uploads.tsx'
import { checklistQuery, useItemsBeingAdded } from './checklist/checklist.queries.ts'
import { Checklist } from './checklist/checklist.tsx'
import { TaskLinks } from './links/task-links.tsx'
import { useShownRelations } from './relations/relation.queries.ts'
import { Relations } from './relations/relations.tsx'
import { useSubtasksBeingAdded } from './subtasks/subtask.queries.ts'
import { Subtasks } from './subtasks/subtasks.tsx'

interface TaskSectionsProps {
  task: Task
  user: CurrentUser
  mayEdit: boolean
  mayManage: boolean
}

type Section = 'subtask' | 'checklist' | 'relation'

/** Sub-tasks, checklist, relations and files. Sections without content are only buttons in one row. */
export function TaskSections({ task, user, mayEdit, mayManage }: TaskSectionsProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Section[]>([])
  const { uploads, add } = useUploads()
  const filled = useFilledSections(task)
  const isShown = (section: Section) => filled[section] || opened.includes(section)
  const isOffered = (section: Section) => mayEdit && filled[section] === false && !opened.includes(section)
  const open = (section: Section) => setOpened([...opened, section])
  const close = (section: Section) => setOpened(opened.filter(other => other !== section))
  const hasFiles = filled.file || uploads.length > 0
  const offered = (['subtask', 'checklist', 'relation'] as const).filter(isOffered)
  const offersFiles = mayEdit && !hasFiles

  return (
    <>
      {isShown('subtask') && <Subtasks task={task} mayEdit={mayEdit} isOpened={opened.includes('subtask')} />}
      {isShown('checklist') && (
        <Checklist taskId={task.id} mayEdit={mayEdit} isOpened={opened.includes('checklist')} />
      )}
      {isShown('relation') && (
        <Relations
          task={task}
          mayEdit={mayEdit}
          isOpened={opened.includes('relation')}
          onLeft={() => close('relation')}
        />
      )}
      {task.linkCount > 0 && <TaskLinks taskId={task.id} />}
      {hasFiles && <Attachments task={task} user={user} mayEdit={mayEdit} mayManage={mayManage} />}
      {(offered.length > 0 || offersFiles) && (
        <Group gap={4} role="group" aria-label={t('tasks.sections.label')} ms={-8}>
          {offered.map(section => (
            <Button key={section} id={`add-${section}`} {...quiet} onClick={() => open(section)}>
              {t(`tasks.sections.${section}`)}
            </Button>
          ))}
          {offersFiles && (
            <FileButton onChange={add} multiple>
              {props => (
                <Button {...props} {...quiet}>
                  {t('tasks.sections.file')}
                </Button>
              )}
            </FileButton>
          )}
        </Group>
      )}
    </>
  )
}

const quiet = {
  variant: 'subtle',
  color: 'gray',
  c: 'dimmed',
  size: 'compact-sm',
  fw: 500,
  leftSection: <IconPlus size={14} />,
} as const

/** Which sections have content. Counts of the task answer until the lists are loaded; undefined means unknown. */
function useFilledSections(task: Task) {
  const subtasks = useQuery(subtasksQuery(task.id))
  const checklist = useQuery(checklistQuery(task.id))
  const relations = useShownRelations(task.id)
  const attachments = useQuery(attachmentsQuery(task.id))
  const itemsBeingAdded = useItemsBeingAdded(task.id)
  const subtasksBeingAdded = useSubtasksBeingAdded(task.id)
  const subtaskCount = (subtasks.data?.items.length ?? task.subtaskTotal) + subtasksBeingAdded.length
  const isTooDeep = (subtasks.data?.ancestors.length ?? 0) >= MAX_DEPTH
  const related = relations.data && Object.values(relations.data).some(list => list.length > 0)
  const hasRelations = relations.beingAdded.length > 0 || related
  return {
    subtask: subtaskCount > 0 || (isTooDeep ? undefined : subtasks.isError),
    checklist:
      (checklist.data?.length ?? task.checklistTotal) + itemsBeingAdded.length > 0 || checklist.isError,
    relation: relations.isError || hasRelations,
    file: (attachments.data?.length ?? task.attachmentCount) > 0 || attachments.isError,
  }
}
