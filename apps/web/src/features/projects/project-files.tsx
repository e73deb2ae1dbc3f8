import { limitProjectFiles, type ProjectFiles } from '@atrium/tasks/tasks/attachments/project-files.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { fileSize } from '@atrium/ui/files'
import { FormError, useMutationForm } from '@atrium/ui/forms/form'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Button, Group, NumberInput, Progress, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { useHasPermission } from '../../data/session/current-user.ts'
import { filesQuery } from './project-files.queries.ts'

const NEARLY_FULL = 0.9

/** How much space the files of a project take; administrators change the limit. */
export function ProjectFilesSpace({ projectId }: { projectId: number }) {
  const { t, i18n } = useTranslation()
  const mayLimit = useHasPermission('projects.manage.any')
  const { data: files } = useQuery(filesQuery(projectId))
  if (!files) return null
  const { usedBytes, allowedBytes } = files
  const used = fileSize(usedBytes, i18n.language)
  const share = allowedBytes === null ? 0 : usedBytes / allowedBytes
  const sentence =
    allowedBytes === null
      ? t('projects.settings.files.used', { used })
      : t('projects.settings.files.usedOf', { used, allowed: fileSize(allowedBytes, i18n.language) })
  return (
    <SectionCard title={t('projects.settings.files.title')} text={t('projects.settings.files.text')}>
      <Stack gap="md">
        <Stack gap={6}>
          <Text>{sentence}</Text>
          {allowedBytes !== null && (
            <Progress
              value={Math.min(100, share * 100)}
              color={share >= NEARLY_FULL ? 'amber' : 'cobalt'}
              size="lg"
              aria-label={sentence}
            />
          )}
        </Stack>
        {mayLimit && <LimitForm key={String(files.limitMb)} projectId={projectId} files={files} />}
      </Stack>
    </SectionCard>
  )
}

function LimitForm({ projectId, files }: { projectId: number; files: ProjectFiles }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useMutationForm({
    mutation: useMutation({
      mutationFn: (limitMb: number | null) =>
        api(limitProjectFiles, { params: { id: projectId }, body: { limitMb } }),
      onSuccess: ({ item }) => queryClient.setQueryData(filesQuery(projectId).queryKey, item),
    }),
    initialValues: { limitMb: files.limitMb ?? '' } as { limitMb: number | string },
    toInput: ({ limitMb }) => (limitMb === '' ? null : Number(limitMb)),
    onSuccess: () => notifyOfSuccess(t('projects.settings.files.saved')),
  })
  return (
    <form onSubmit={form.onSubmit}>
      <Stack gap="sm">
        <FormError message={form.error} />
        <NumberInput
          {...form.field('limitMb')}
          label={t('projects.settings.files.limit')}
          description={t('projects.settings.files.limitHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          allowDecimal={false}
          thousandSeparator=" "
          maw={360}
        />
        <Group>
          <Button type="submit" variant="default" loading={form.isPending}>
            {t('projects.settings.files.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
