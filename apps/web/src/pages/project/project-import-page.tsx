import { EmptyState, ErrorState } from '@atrium/ui/feedback/states'
import { IconLock } from '@atrium/ui/icons'
import { Stack, Text, Title } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { boardsQuery } from '../../data/boards/boards.ts'
import { prioritiesQuery } from '../../data/planning/priorities.ts'
import { fieldsQuery } from '../../data/projects/fields.ts'
import { membersQuery, projectQuery } from '../../data/projects/projects.ts'
import { createDirectory } from '../../features/import/files/directory.ts'
import { ImportWizard } from '../../features/import/import-wizard.tsx'
import { useProjectRights } from '../../features/projects/project.queries.ts'
import { RowSkeleton } from '../../features/projects/row-skeleton.tsx'

export default function ProjectImportPage() {
  const { t } = useTranslation()
  const { projectId } = useParams({ from: '/project/$projectId/import' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { mayManage } = useProjectRights(project)
  const { data: boards } = useQuery(boardsQuery(projectId))
  const { directory, error, refetch } = useDirectory(projectId)

  if (!mayManage) {
    return (
      <EmptyState icon={IconLock} title={t('projects.settings.closed.title')} text={t('import.closed')} />
    )
  }
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!boards || !directory) return <RowSkeleton />
  return (
    <Stack gap="lg">
      <div>
        <Title order={2}>{t('import.title')}</Title>
        <Text c="dimmed">{t('import.text')}</Text>
      </div>
      <ImportWizard projectId={projectId} boards={boards} directory={directory} />
    </Stack>
  )
}

/** The members, priorities and custom fields that names in a file can refer to. */
function useDirectory(projectId: number) {
  const members = useQuery(membersQuery(projectId))
  const priorities = useQuery(prioritiesQuery)
  const fields = useQuery(fieldsQuery(projectId))
  const directory = useMemo(
    () =>
      members.data &&
      priorities.data &&
      fields.data &&
      createDirectory(members.data, priorities.data, fields.data),
    [members.data, priorities.data, fields.data],
  )
  const failed = [members, priorities, fields].find(({ error }) => error)
  return { directory, error: directory ? null : failed?.error, refetch: () => failed?.refetch() }
}
