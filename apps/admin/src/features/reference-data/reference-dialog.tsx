import type { City } from '@atrium/identity/reference-data/city.contract'
import type { Language } from '@atrium/identity/reference-data/language.contract'
import type { Post } from '@atrium/identity/reference-data/post.contract'
import { hasCode } from '@atrium/ui/api-error'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { RecordDialog } from '@atrium/ui/record-dialog'
import { useTranslation } from 'react-i18next'
import { CityFields } from './city-fields.tsx'
import { LanguageFields } from './language-fields.tsx'
import { PostFields } from './post-fields.tsx'
import { useSaveRecord } from './reference-record.queries.ts'
import type { ReferenceKind, ReferenceRecord } from './reference-record.ts'

interface ReferenceDialogProps {
  kind: ReferenceKind
  record: ReferenceRecord | 'new' | undefined
  onClose: () => void
}

const fieldNames = ['name', 'region', 'country', 'timeZone', 'code', 'nativeName', 'description'] as const
export type FieldErrors = Partial<Record<(typeof fieldNames)[number], string>>

export function ReferenceDialog({ kind, record, onClose }: ReferenceDialogProps) {
  const { t } = useTranslation()
  const { mutate, error, isPending, reset } = useSaveRecord(kind)
  const existing = record === 'new' ? undefined : record
  const { fields, rest } = formErrors(error, [...fieldNames])
  const close = () => {
    reset()
    onClose()
  }
  const save = (form: FormData) => {
    const onSuccess = () => {
      close()
      notifyOfSuccess(t('referenceData.saved', { name: String(form.get('name')) }))
    }
    mutate({ id: existing?.id, fields: fieldsOf(form) }, { onSuccess })
  }
  return (
    <RecordDialog
      title={existing ? t('referenceData.edit', { name: existing.name }) : t(`referenceData.create.${kind}`)}
      isOpen={record !== undefined}
      isPending={isPending}
      errors={hasCode(error, 409) ? [t('referenceData.taken')] : rest}
      onChange={reset}
      onSubmit={save}
      onClose={close}
    >
      {kind === 'cities' && <CityFields city={existing as City | undefined} errors={fields} />}
      {kind === 'languages' && <LanguageFields language={existing as Language | undefined} errors={fields} />}
      {kind === 'posts' && <PostFields post={existing as Post | undefined} errors={fields} />}
    </RecordDialog>
  )
}

/** What is left empty is cleared. */
function fieldsOf(form: FormData) {
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value).trim() || null]))
}
