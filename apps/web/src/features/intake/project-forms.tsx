import type { FieldUse, IntakeForm } from '@atrium/tasks/intake/intake-form.contract'
import { CopyButton } from '@atrium/ui/copy-button'
import { EmptyState } from '@atrium/ui/feedback/states'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconButton } from '@atrium/ui/icon-button'
import { IconCheck, IconCopy, IconMail } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { Anchor, Badge, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { boardQuery, boardsQuery } from '../../data/boards/boards.ts'
import { fieldsQuery } from '../../data/projects/fields.ts'
import { formsQuery, intakeQuery, useDeleteForm, useSaveForm, useTurnOnForms } from './intake.queries.ts'

const uses = ['hidden', 'optional', 'required'] as const satisfies FieldUse[]
const DAILY = { smallest: 1, usual: 100, largest: 1000 }

/** The public forms of a project, if the installation allows them. */
export function ProjectForms({ projectId }: { projectId: number }) {
  const { t } = useTranslation()
  const { data: intake } = useQuery(intakeQuery(projectId))
  const forms = useQuery({ ...formsQuery(projectId), enabled: intake?.isAvailable ?? false })
  const turnOn = useTurnOnForms(projectId)
  const deleteForm = useDeleteForm(projectId)
  const columns = useColumnChoices(projectId)
  if (!intake?.isAvailable) return null
  const columnName = (id: number) => columns.find(({ value }) => value === String(id))?.label ?? '…'
  return (
    <CrudList
      query={forms}
      title={t('intake.title')}
      text={t('intake.text')}
      createLabel={t('intake.create')}
      above={
        <Switch
          mb="md"
          label={t('intake.works')}
          description={t('intake.worksText')}
          checked={intake.isEnabled}
          disabled={turnOn.isPending}
          onChange={event => turnOn.mutate(event.currentTarget.checked)}
        />
      }
      row={form => ({
        name: form.name,
        facts: !form.isEnabled && (
          <Badge variant="light" color="gray">
            {t('intake.closed')}
          </Badge>
        ),
        text: (
          <>
            {t('intake.intoColumn', { column: columnName(form.columnId) })}{' '}
            <Anchor href={form.url} target="_blank" rel="noopener noreferrer" inherit>
              {t('intake.open')}
            </Anchor>
          </>
        ),
        actions: <CopyAddress form={form} />,
        editLabel: t('intake.editOne', { name: form.name }),
        deleteLabel: t('intake.deleteOne', { name: form.name }),
      })}
      form={(form, close) => (
        <FormDialog projectId={projectId} form={form} columns={columns} onClose={close} />
      )}
      deletion={{
        mutation: deleteForm,
        question: ({ name }) => ({
          title: t('intake.deleteTitle', { name }),
          text: t('intake.deleteText'),
          action: t('intake.delete'),
        }),
        doneMessage: ({ name }) => t('intake.deleted', { name }),
      }}
      empty={<EmptyState icon={IconMail} title={t('intake.empty')} text={t('intake.emptyText')} />}
    />
  )
}

function CopyAddress({ form: { name, url } }: { form: IntakeForm }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={url}>
      {({ copied, copy }) => (
        <IconButton
          icon={copied ? IconCheck : IconCopy}
          iconSize={18}
          label={t('intake.copyOne', { name })}
          tooltip={t('intake.copy')}
          onClick={copy}
        />
      )}
    </CopyButton>
  )
}

function useColumnChoices(projectId: number) {
  const { data: boards = [] } = useQuery(boardsQuery(projectId))
  const details = useQueries({ queries: boards.map(({ id }) => boardQuery({ projectId, boardId: id })) })
  return details.flatMap(({ data: board }) =>
    (board?.columns ?? []).map(({ id, title }) => ({
      value: String(id),
      label: boards.length > 1 ? `${title} · ${board?.name}` : title,
    })),
  )
}

interface FormDialogProps {
  projectId: number
  form: IntakeForm | undefined
  columns: { value: string; label: string }[]
  onClose: () => void
}

/** What a form asks for: each field of the project is left out, can be filled in, or has to be. */
function FormDialog({ projectId, form: edited, columns, onClose }: FormDialogProps) {
  const { t } = useTranslation()
  const { data: allFields = [] } = useQuery(fieldsQuery(projectId))
  const fields = allFields.filter(({ type }) => type !== 'person')
  const form = useMutationForm({
    mutation: useSaveForm(projectId, edited?.id),
    initialValues: {
      name: edited?.name ?? '',
      introduction: edited?.introduction ?? '',
      columnId: edited ? String(edited.columnId) : (columns[0]?.value ?? null),
      description: edited?.description ?? 'optional',
      email: edited?.email ?? 'optional',
      fields: Object.fromEntries(
        (edited?.fields ?? []).map(({ fieldId, isRequired }) => [
          fieldId,
          isRequired ? 'required' : 'optional',
        ]),
      ) as Record<string, FieldUse>,
      dailyLimit: edited?.dailyLimit ?? DAILY.usual,
      isEnabled: edited?.isEnabled ?? true,
    },
    toInput: ({ columnId, introduction, fields: asked, ...values }) => ({
      ...values,
      introduction: introduction.trim() || null,
      columnId: Number(columnId),
      fields: fields.flatMap(({ id }) => {
        const use = asked[id] ?? 'hidden'
        return use === 'hidden' ? [] : [{ fieldId: id, isRequired: use === 'required' }]
      }),
    }),
    onSuccess: onClose,
  })
  const choices = uses.map(value => ({ value, label: t(`intake.uses.${value}`) }))
  return (
    <DialogForm
      form={form}
      submitLabel={edited ? t('intake.save') : t('intake.create')}
      isIncomplete={form.values.columnId === null}
      onCancel={onClose}
    >
      <TextInput
        {...form.field('name')}
        label={t('intake.name')}
        description={t('intake.nameText')}
        required
        maxLength={100}
        data-autofocus
      />
      <Textarea
        {...form.field('introduction')}
        label={t('intake.introduction')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
      />
      <Select {...form.field('columnId')} label={t('intake.column')} data={columns} allowDeselect={false} />
      <Select
        {...form.field('description')}
        label={t('intake.description')}
        data={choices}
        allowDeselect={false}
      />
      <Select {...form.field('email')} label={t('intake.email')} data={choices} allowDeselect={false} />
      {fields.map(({ id, name, isRequired, defaultValue }) =>
        isRequired && defaultValue === null ? (
          <Select key={id} label={name} data={choices} value="required" disabled />
        ) : (
          <Select
            key={id}
            label={name}
            data={choices}
            allowDeselect={false}
            value={form.values.fields[id] ?? 'hidden'}
            onChange={use =>
              form.change({ fields: { ...form.values.fields, [id]: (use ?? 'hidden') as FieldUse } })
            }
          />
        ),
      )}
      <NumberInput
        {...form.field('dailyLimit')}
        label={t('intake.dailyLimit')}
        description={t('intake.dailyLimitText')}
        min={DAILY.smallest}
        max={DAILY.largest}
        allowDecimal={false}
      />
      <Switch {...form.toggle('isEnabled')} label={t('intake.isEnabled')} />
    </DialogForm>
  )
}
