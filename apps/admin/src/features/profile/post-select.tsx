import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import type { ProfileFieldsProps } from './profile-fields.tsx'
import { postsQuery } from './reference-data.queries.ts'

/** Nobody gives themselves a post, unless they may give one to anybody. */
export function PostSelect({ draft, errors, mayChange, onChange }: ProfileFieldsProps) {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const mayGivePosts = mayChange && hasPermission('users.write.any') && hasPermission('posts.read')
  const { data: posts = [] } = useQuery({ ...postsQuery, enabled: mayGivePosts })
  if (!mayGivePosts) {
    return (
      <TextInput
        label={t('profile.form.post')}
        description={t('profile.form.postText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.post ?? '—'}
        readOnly
        variant="filled"
      />
    )
  }
  return (
    <Select
      label={t('profile.form.post')}
      data={posts.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={draft.postId === null ? null : String(draft.postId)}
      onChange={id => onChange({ postId: id === null ? null : Number(id) })}
      placeholder={t('profile.form.notStated')}
      searchable
      nothingFoundMessage={t('profile.form.noPost')}
      clearable
      error={errors.postId}
    />
  )
}
