import '@mantine/dates/styles.layer.css'
import 'virtual:calendar-languages'
import type { Overview } from '@atrium/tasks/reports/overview.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { durationText } from '@atrium/ui/durations'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { useCalendarProps } from '@atrium/ui/forms/use-calendar-props'
import { IconCalendarEvent, IconEdit } from '@atrium/ui/icons'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Button, Group, Progress, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayInWords, daysUntil } from '../../../data/days.ts'
import { useChangePlan } from '../report.queries.ts'

interface ProjectPlanProps {
  projectId: number
  overview: Overview
  mayChange: boolean
}

/** What the project is to achieve, by when, and how far it is. */
export function ProjectPlan({ projectId, overview, mayChange }: ProjectPlanProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SectionCard
      title={t('reports.plan.title')}
      aside={
        mayChange && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconEdit size={16} stroke={1.75} />}
            onClick={() => setIsOpen(true)}
          >
            {t('reports.plan.edit')}
          </Button>
        )
      }
    >
      <Stack gap="lg">
        <Text
          style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
          c={overview.goal ? undefined : 'dimmed'}
        >
          {overview.goal ?? t(mayChange ? 'reports.plan.noGoal' : 'reports.plan.noGoalYet')}
        </Text>
        <PlanProgress overview={overview} />
        <PlanDates overview={overview} />
      </Stack>
      <Dialog title={t('reports.plan.edit')} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <PlanForm projectId={projectId} overview={overview} onClose={() => setIsOpen(false)} />
      </Dialog>
    </SectionCard>
  )
}

function PlanProgress({ overview: { progress } }: { overview: Overview }) {
  const { t, i18n } = useTranslation()
  const { doneCount, totalCount, doneSeconds, totalSeconds } = progress
  const share = totalCount === 0 ? 0 : doneCount / totalCount
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  const duration = (seconds: number) => durationText(seconds, i18n.language)
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs" align="baseline">
        <Text fw={600}>{t('reports.plan.progress', { done: doneCount, count: totalCount })}</Text>
        <Text fw={650} fz="lg">
          {percent.format(share)}
        </Text>
      </Group>
      <Progress.Root size="lg">
        <Progress.Section
          value={share * 100}
          color="teal.6"
          aria-label={t('reports.plan.progress', { done: doneCount, count: totalCount })}
        />
      </Progress.Root>
      {totalSeconds > 0 && (
        <Text size="sm" c="dimmed">
          {t('reports.plan.estimated', { done: duration(doneSeconds), total: duration(totalSeconds) })}
        </Text>
      )}
    </Stack>
  )
}

function PlanDates({ overview: { startDate, targetDate, today, progress } }: { overview: Overview }) {
  const { t, i18n } = useTranslation()
  if (!startDate && !targetDate) return null
  const inWords = (day: string) =>
    dayInWords(day, i18n.language, { day: 'numeric', month: 'long', year: 'numeric' })
  const left = targetDate ? daysUntil(targetDate, today) : 0
  const isOpen = progress.doneCount < progress.totalCount
  return (
    <Group gap="xl" component="dl" m={0}>
      {startDate && <PlanDate label={t('reports.plan.startDate')} text={inWords(startDate)} />}
      {targetDate && (
        <PlanDate
          label={t('reports.plan.targetDate')}
          text={inWords(targetDate)}
          note={
            left < 0
              ? t('reports.plan.daysOver', { count: -left })
              : t('reports.plan.daysLeft', { count: left })
          }
          isLate={left < 0 && isOpen}
        />
      )}
    </Group>
  )
}

interface PlanDateProps {
  label: string
  text: string
  note?: string
  isLate?: boolean
}

function PlanDate({ label, text, note, isLate = false }: PlanDateProps) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} size="sm">
        {text}
        {note && (
          <Text span inherit c={isLate ? 'var(--mantine-color-error)' : 'dimmed'}>
            {' · '}
            {note}
          </Text>
        )}
      </Text>
    </div>
  )
}

interface PlanFormProps {
  projectId: number
  overview: Overview
  onClose: () => void
}

function PlanForm({ projectId, overview: { goal, startDate, targetDate }, onClose }: PlanFormProps) {
  const { t } = useTranslation()
  const calendar = useCalendarProps()
  const form = useMutationForm({
    mutation: useChangePlan(projectId),
    initialValues: { goal: goal ?? '', startDate, targetDate },
    toInput: ({ goal: text, ...dates }) => ({ goal: text.trim() || null, ...dates }),
    onSuccess: () => {
      onClose()
      notifyOfSuccess(t('reports.plan.saved'))
    },
  })
  const day = {
    ...calendar,
    valueFormat: 'D MMM YYYY',
    placeholder: t('reports.plan.noDate'),
    leftSection: <IconCalendarEvent size={16} stroke={1.75} />,
    clearable: true,
    clearButtonProps: { 'aria-label': t('reports.plan.clearDate') },
    popoverProps: { withinPortal: true },
  }
  return (
    <DialogForm form={form} onCancel={onClose}>
      <Textarea
        {...form.field('goal')}
        label={t('reports.plan.goal')}
        placeholder={t('reports.plan.goalPlaceholder')}
        maxLength={500}
        data-autofocus
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DatePickerInput
          {...day}
          {...form.field('startDate')}
          label={t('reports.plan.startDate')}
          maxDate={form.values.targetDate ?? undefined}
        />
        <DatePickerInput
          {...day}
          {...form.field('targetDate')}
          label={t('reports.plan.targetDate')}
          minDate={form.values.startDate ?? undefined}
        />
      </SimpleGrid>
    </DialogForm>
  )
}
