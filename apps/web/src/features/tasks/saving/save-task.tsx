import { hasStatus } from '@atrium/client/api-error'
import type { FieldValue } from '@atrium/tasks/fields/field.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { LoadingSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { Button, Group, Modal, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, Suspense, useContext, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  conflictOf,
  notifyOfRefusedChange,
  saveFields,
  type TaskConflict,
  type TaskFields,
} from '../../../data/changes/change-task.ts'
import { membersQuery } from '../../../data/projects/projects.ts'
import { LazyDifference } from '../difference/lazy-difference.tsx'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'
import { useCustomFieldWords, useTaskWords } from '../words/task-words.ts'
import classes from './save-task.module.css'
import { showRefusal } from './show-refusal.ts'

/** Resolves to whether it was saved or discarded; if not, the field keeps the typed text. */
type Save = (changes: TaskFields, version?: number) => Promise<boolean>

interface Question {
  conflict: TaskConflict
  decide: (decision: Decision) => void
}

const SaveContext = createContext<Save | null>(null)

/** Saves fields of the task, and asks which value to keep when another user has saved a different one. */
export function SaveTask({ task, children }: { task: Task; children: ReactNode }) {
  const queryClient = useQueryClient()
  const [question, setQuestion] = useState<Question>()

  const save: Save = async (changes, version = task.version) => {
    try {
      await saveFields(queryClient, { ...task, version }, changes)
      return true
    } catch (error) {
      const conflict = conflictOf(error)
      if (conflict) return decide(conflict, changes)
      if (hasStatus(error, 422)) showRefusal(error)
      else notifyOfRefusedChange(error)
      return false
    }
  }

  const decide = async (conflict: TaskConflict, changes: TaskFields) => {
    const decision = await new Promise<Decision>(resolve => setQuestion({ conflict, decide: resolve }))
    setQuestion(undefined)
    if (decision.keep !== 'mine') return decision.keep === 'theirs'
    return save({ ...changes, ...decision.fields }, conflict.current.version)
  }

  return (
    <SaveContext value={save}>
      {children}
      {question && <ConflictDialog {...question.conflict} onDecide={question.decide} />}
    </SaveContext>
  )
}

export function useSaveTask() {
  const save = useContext(SaveContext)
  if (!save) throw new Error('useSaveTask needs SaveTask around it')
  return save
}

type Decision = { keep: 'mine'; fields: TaskFields } | { keep: 'theirs' } | { keep: 'none' }

interface ConflictDialogProps extends TaskConflict {
  onDecide: (decision: Decision) => void
}

/** Another user saved a different value in the meantime: shows both, so that neither is lost. */
function ConflictDialog({ current, given, changedBy, onDecide }: ConflictDialogProps) {
  const { t } = useTranslation()
  const name = changedBy && fullName(changedBy)
  const [merged, setMerged] = useState<string>()
  const isMerging = merged !== undefined
  const keepMine = () =>
    onDecide({ keep: 'mine', fields: isMerging ? { ...given, description: merged } : given })
  const { fields = {}, ...own } = given
  return (
    <Modal
      opened
      onClose={() => onDecide({ keep: 'none' })}
      title={name ? t('tasks.conflict.titleWithName', { name }) : t('tasks.conflict.title')}
      size="xl"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      zIndex={310}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('tasks.conflict.text')}
        </Text>
        {(Object.keys(own) as (keyof typeof own)[]).map(field => (
          <ConflictField
            key={field}
            field={field}
            task={current}
            theirs={current[field]}
            mine={given[field]}
            name={name}
            merged={field === 'description' ? merged : undefined}
            onMerge={setMerged}
          />
        ))}
        {Object.entries(fields).map(([id, mine]) => (
          <CustomConflict key={id} fieldId={Number(id)} task={current} mine={mine} name={name} />
        ))}
        <Group justify="flex-end" gap="xs">
          {'description' in given && !isMerging && (
            <Button variant="subtle" onClick={() => setMerged(given.description ?? '')}>
              {t('tasks.conflict.merge')}
            </Button>
          )}
          <Button variant="default" onClick={() => onDecide({ keep: 'theirs' })}>
            {t('tasks.conflict.takeTheirs')}
          </Button>
          <Button onClick={keepMine} data-autofocus>
            {t(isMerging ? 'tasks.conflict.saveMerged' : 'tasks.conflict.keepMine')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface CustomConflictProps {
  fieldId: number
  task: Task
  mine: FieldValue | null
  name: string | undefined
}

function CustomConflict({ fieldId, task, mine, name }: CustomConflictProps) {
  const { t } = useTranslation()
  const theirs = useTheirLabel(name)
  const { nameOf, wordsOf } = useCustomFieldWords(task)
  return (
    <section>
      <Text component="h3" fw={600} size="sm" mb={6}>
        {nameOf(fieldId)}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Side label={theirs}>{wordsOf(fieldId, task.fields[fieldId] ?? null)}</Side>
        <Side label={t('tasks.conflict.mine')}>{wordsOf(fieldId, mine)}</Side>
      </SimpleGrid>
    </section>
  )
}

interface ConflictFieldProps {
  field: keyof Omit<TaskFields, 'fields'>
  task: Task
  theirs: unknown
  mine: unknown
  /** The name of the person who changed the field. */
  name: string | undefined
  merged: string | undefined
  onMerge: (text: string) => void
}

function ConflictField({ field, task, theirs, mine, name, merged, onMerge }: ConflictFieldProps) {
  const { t } = useTranslation()
  const { data: members = [] } = useQuery(membersQuery(task.projectId))
  const theirLabel = useTheirLabel(name)
  const isText = field === 'description' || field === 'title'
  const shownValue = (value: unknown) =>
    field === 'description' && value ? (
      <LazyMarkdown text={String(value)} members={members} />
    ) : (
      wordsFor(field, value)
    )
  const wordsFor = useTaskWords(task)
  return (
    <section>
      <Text component="h3" fw={600} size="sm" mb={6}>
        {t(`tasks.fields.${field}`)}
      </Text>
      {isText && merged === undefined && (
        <>
          <Text size="xs" c="dimmed" mb={4}>
            {t('tasks.conflict.difference')}
          </Text>
          <Suspense fallback={<LoadingSkeleton h={40} />}>
            <LazyDifference before={String(theirs ?? '')} after={String(mine ?? '')} members={members} />
          </Suspense>
        </>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Side label={theirLabel}>{shownValue(theirs)}</Side>
        {merged === undefined ? (
          <Side label={t('tasks.conflict.mine')}>{shownValue(mine)}</Side>
        ) : (
          <Textarea
            label={t('tasks.conflict.merged')}
            labelProps={{ size: 'xs', fw: 500, c: 'dimmed' }}
            value={merged}
            onChange={event => onMerge(event.currentTarget.value)}
            minRows={6}
            maxRows={16}
            data-autofocus
          />
        )}
      </SimpleGrid>
    </section>
  )
}

/** Whose version is saved. */
function useTheirLabel(name: string | undefined) {
  const { t } = useTranslation()
  return name ? t('tasks.conflict.theirsWithName', { name }) : t('tasks.conflict.theirs')
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack gap={4}>
      <Text size="xs" fw={500} c="dimmed" id={id}>
        {label}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts can be scrolled by keyboard */}
      <section className={classes.text} aria-labelledby={id} tabIndex={0}>
        {children}
      </section>
    </Stack>
  )
}
