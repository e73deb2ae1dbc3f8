import '@mantine/dates/styles.layer.css'
import 'virtual:calendar-languages'
import type { Milestone } from '@atrium/tasks/cycles/milestone.contract'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { useCalendarProps } from '@atrium/ui/forms/use-calendar-props'
import { IconButton } from '@atrium/ui/icon-button'
import { IconCalendarEvent, IconEdit, IconFlag, IconPlus, IconTrash } from '@atrium/ui/icons'
import { Button, Group, Text, TextInput, Title } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayInWords } from '../../data/days.ts'
import { useMilestones } from '../../data/planning/milestones.ts'
import { useCreateMilestone, useDeleteMilestone, useUpdateMilestone } from './cycle.queries.ts'
import classes from './planning.module.css'

type Action = { kind: 'create' } | { kind: 'edit' | 'delete'; milestone: Milestone }

interface MilestonesProps {
  projectId: number
  today: string
  mayManage: boolean
}

/** The days that the timeline and the calendar of the project mark. */
export function Milestones({ projectId, today, mayManage }: MilestonesProps) {
  const { t, i18n } = useTranslation()
  const milestones = useMilestones(projectId)
  const [action, setAction] = useState<Action>()
  const titleId = useId()
  const close = () => setAction(undefined)
  if (milestones.length === 0 && !mayManage) return null
  return (
    <section className={classes.pane} aria-labelledby={titleId}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id={titleId}>
          {t('cycles.milestones.title')}
        </Title>
        {mayManage && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.75} />}
            onClick={() => setAction({ kind: 'create' })}
          >
            {t('cycles.milestones.create')}
          </Button>
        )}
      </Group>
      {milestones.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('cycles.milestones.empty')}
        </Text>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without markers is one */}
      <ul role="list" className={classes.tasks}>
        {milestones.map(milestone => (
          <li key={milestone.id} className={classes.task} data-done={milestone.date < today || undefined}>
            <IconFlag size={16} stroke={1.75} aria-hidden />
            <span className={classes.title}>{milestone.name}</span>
            <span className={classes.key}>
              {dayInWords(milestone.date, i18n.language, { dateStyle: 'medium' })}
            </span>
            {mayManage && (
              <>
                <IconButton
                  icon={IconEdit}
                  label={t('cycles.milestones.edit', { name: milestone.name })}
                  size={28}
                  onClick={() => setAction({ kind: 'edit', milestone })}
                />
                <IconButton
                  icon={IconTrash}
                  label={t('cycles.milestones.delete', { name: milestone.name })}
                  size={28}
                  onClick={() => setAction({ kind: 'delete', milestone })}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {action?.kind === 'create' && (
        <Dialog title={t('cycles.milestones.create')} isOpen onClose={close}>
          <CreateForm projectId={projectId} today={today} onClose={close} />
        </Dialog>
      )}
      {action?.kind === 'edit' && (
        <Dialog title={t('cycles.milestones.edit', { name: action.milestone.name })} isOpen onClose={close}>
          <EditForm projectId={projectId} milestone={action.milestone} onClose={close} />
        </Dialog>
      )}
      {action?.kind === 'delete' && (
        <DeleteDialog projectId={projectId} milestone={action.milestone} onClose={close} />
      )}
    </section>
  )
}

interface FormProps {
  projectId: number
  onClose: () => void
}

function CreateForm({ projectId, today, onClose }: FormProps & { today: string }) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useCreateMilestone(projectId),
    initialValues: { name: '', date: today },
    toInput: ({ name, date }) => ({ name: name.trim(), date }),
    onSuccess: onClose,
  })
  return (
    <DialogForm form={form} submitLabel={t('actions.create')} onCancel={onClose}>
      <MilestoneFields field={form.field} />
    </DialogForm>
  )
}

function EditForm({ projectId, milestone, onClose }: FormProps & { milestone: Milestone }) {
  const { id, name, date } = milestone
  const form = useMutationForm({
    mutation: useUpdateMilestone(projectId),
    initialValues: { name, date },
    toInput: given => ({ id, name: given.name.trim(), date: given.date }),
    onSuccess: onClose,
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      <MilestoneFields field={form.field} />
    </DialogForm>
  )
}

function MilestoneFields({ field }: { field: (name: 'name' | 'date') => object }) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        {...field('name')}
        label={t('cycles.name')}
        placeholder={t('cycles.milestones.placeholder')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <DatePickerInput
        {...useCalendarProps()}
        {...field('date')}
        label={t('cycles.milestones.date')}
        valueFormat="D MMM YYYY"
        leftSection={<IconCalendarEvent size={16} stroke={1.75} />}
        popoverProps={{ withinPortal: true }}
        required
      />
    </>
  )
}

function DeleteDialog({ projectId, milestone, onClose }: FormProps & { milestone: Milestone }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useDeleteMilestone(projectId)
  return (
    <ConfirmDialog
      title={t('cycles.milestones.deleteTitle', { name: milestone.name })}
      text={t('cycles.milestones.deleteText')}
      action={t('cycles.milestones.submitDelete')}
      isOpen
      isPending={isPending}
      onConfirm={() => mutate(milestone.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
