import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { importsQuery } from './server-import.queries.ts'

interface EarlierImportsProps {
  projectId: number
  onOpen: (importId: number) => void
}

/** The imports to this project, with their reports. */
export function EarlierImports({ projectId, onOpen }: EarlierImportsProps) {
  const { t } = useTranslation()
  const { data: imports = [] } = useQuery(importsQuery)
  const own = imports.filter(job => job.projectId === projectId && !job.isDryRun)
  if (own.length === 0) return null
  return (
    <Card component="section" aria-labelledby="earlier-imports">
      <Stack>
        <Title order={2} size="h3" id="earlier-imports">
          {t('import.earlier.title')}
        </Title>
        {own.map(({ id, name, status, report }) => (
          <Group key={id} justify="space-between">
            <div>
              <Text fw={600}>{name}</Text>
              <Text size="sm" c="dimmed">
                {status === 'failed'
                  ? t('import.address.failed')
                  : t('import.report.tasksCreated', { count: report.created })}
              </Text>
            </div>
            <Button
              variant="default"
              aria-label={t('import.earlier.openOf', { name: name ?? '' })}
              onClick={() => onOpen(id)}
            >
              {t('import.report.title')}
            </Button>
          </Group>
        ))}
      </Stack>
    </Card>
  )
}
