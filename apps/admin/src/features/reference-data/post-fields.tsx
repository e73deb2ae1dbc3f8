import type { Post } from '@atrium/identity/reference-data/post.contract'
import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FieldErrors } from './reference-dialog.tsx'

interface PostFieldsProps {
  post: Post | undefined
  errors: FieldErrors
}

export function PostFields({ post, errors }: PostFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        name="name"
        label={t('referenceData.fields.name')}
        defaultValue={post?.name}
        error={errors.name}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <Textarea
        name="description"
        label={t('referenceData.fields.description')}
        defaultValue={post?.description ?? ''}
        error={errors.description}
        maxLength={1000}
        autosize
        minRows={2}
      />
    </>
  )
}
