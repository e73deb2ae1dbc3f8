import { Alert, Button, Group, Stack } from '@mantine/core'
import { type FormRulesRecord, useForm } from '@mantine/form'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Explanations, readFormErrors } from './form-errors.ts'

/** The part of a TanStack mutation that forms and confirmations use. */
export interface Mutation<Input, Result> {
  isPending: boolean
  mutate: (input: Input, callbacks: MutationCallbacks<Result>) => void
}

interface MutationCallbacks<Result> {
  onSuccess?: (result: Result) => void
  onError?: (error: unknown) => void
  onSettled?: () => void
}

interface MutationFormOptions<Values, Input, Result> {
  initialValues: Values
  mutation: Mutation<Input, Result>
  toInput: (values: Values) => Input
  onSuccess?: (result: Result, submitted: Values) => void
  validate?: FormRulesRecord<Values>
  /** Fields of the request that the form shows under another name. */
  aliases?: Partial<Record<string, keyof Values & string>>
  /** Fields that are lists of rows, each with inputs of its own. */
  rows?: (keyof Values & string)[]
  /** Texts by error code. The mutation then leaves conflicts to the form, see `conflictsAreExplained`. */
  explain?: Explanations
}

/** Values, submission and errors of a form that is sent by a mutation. Errors go with the next change. */
export function useMutationForm<Values extends object, Input, Result>({
  initialValues,
  mutation,
  toInput,
  onSuccess,
  validate,
  aliases,
  rows,
  explain,
}: MutationFormOptions<Values, Input, Result>) {
  const [error, setError] = useState<string>()
  const clearErrors = () => {
    setError(undefined)
    form.clearErrors()
  }
  const form = useForm<Values>({ initialValues, validate, onValuesChange: clearErrors })

  const send = (values: Values, element: HTMLFormElement | undefined) => {
    if (mutation.isPending) return
    clearErrors()
    mutation.mutate(toInput(values), {
      onSuccess: result => onSuccess?.(result, values),
      onError: failure => {
        const errors = readFormErrors(failure, { fields: Object.keys(values), aliases, rows, explain })
        setError(errors.message)
        form.setErrors(errors.fields)
        focusFirst(element, Object.keys(errors.fields))
      },
    })
  }
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    const element = event.currentTarget
    form.onSubmit(
      values => send(values, element),
      errors => focusFirst(element, Object.keys(errors)),
    )(event)
  }
  const inputProps = (name: keyof Values & string, type: 'input' | 'checkbox') => ({
    name,
    ...form.getInputProps(name, { type }),
  })
  return {
    values: form.values,
    error,
    isPending: mutation.isPending,
    /** The props of an input that has a value. */
    field: (name: keyof Values & string) => inputProps(name, 'input'),
    /** The props of an input in a row, such as `claims.0.name`. */
    rowField: (path: string, type: 'input' | 'checkbox' = 'input') => ({
      name: path,
      ...form.getInputProps(path, { type }),
    }),
    /** The props of a checkbox or a switch. */
    toggle: (name: keyof Values & string) => inputProps(name, 'checkbox'),
    change: (values: Partial<Values> | ((now: Partial<Values>) => Partial<Values>)) => form.setValues(values),
    reset: form.reset,
    onSubmit,
  }
}

function focusFirst(form: HTMLFormElement | undefined, fields: string[]) {
  const inputs = [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]
  const first = inputs.find(({ dataset }) => fields.includes(dataset.path ?? ''))
  // A group of radios or chips is no input itself.
  const target = first?.matches('input, textarea, button') ? first : first?.querySelector('input')
  target?.focus()
}

export function FormError({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <Alert color="red" role="alert">
      {message}
    </Alert>
  )
}

interface DialogFormProps {
  form: Pick<ReturnType<typeof useMutationForm>, 'error' | 'isPending' | 'onSubmit'>
  /** `Save` if there is no better verb. */
  submitLabel?: string
  isDangerous?: boolean
  /** Something that cannot be left out is still missing. */
  isIncomplete?: boolean
  onCancel: () => void
  children: ReactNode
}

/** The content of a dialog that is a form. */
export function DialogForm({
  form,
  submitLabel,
  isDangerous = false,
  isIncomplete = false,
  onCancel,
  children,
}: DialogFormProps) {
  const { t } = useTranslation('ui')
  return (
    <form onSubmit={form.onSubmit}>
      <Stack>
        <FormError message={form.error} />
        {children}
        <Group justify="flex-end" gap="sm" mt="xs">
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            color={isDangerous ? 'red.8' : undefined}
            disabled={isIncomplete}
            loading={form.isPending}
          >
            {submitLabel ?? t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
