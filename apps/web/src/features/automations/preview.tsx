import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import { FormError } from '@atrium/ui/forms/form'
import { IconEye } from '@atrium/ui/icons'
import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { projectQuery } from '../../data/projects/projects.ts'
import { type Rule, usePreview } from './automation.queries.ts'

const SHOWN = 20

/** The tasks that a rule would have been about in the last week. */
export function Preview({ projectId, rule }: { projectId: number; rule: Rule }) {
  const { t } = useTranslation()
  const { data: project } = useQuery(projectQuery(projectId))
  const { mutate, data, error, isPending, variables } = usePreview(projectId)
  const isCurrent = variables === rule
  const others = (data?.items.length ?? 0) - SHOWN
  return (
    <Stack gap="xs">
      <Group>
        <Button
          variant="light"
          leftSection={<IconEye size={18} />}
          loading={isPending}
          onClick={() => mutate(rule)}
        >
          {t('automations.preview.show')}
        </Button>
      </Group>
      <div role="status">
        {isCurrent && error && <FormError message={t('automations.preview.failed')} />}
        {isCurrent && data && (
          <>
            <Text size="sm" fw={500}>
              {t('automations.preview.count', { count: data.items.length })}
            </Text>
            <List size="sm">
              {data.items.slice(0, SHOWN).map(({ id, number, title }) => (
                <List.Item key={id}>
                  <Anchor href={`/app/task/${id}`} target="_blank" size="sm">
                    {taskKey(number, project?.key)} {title}
                  </Anchor>
                </List.Item>
              ))}
            </List>
            {others > 0 && (
              <Text size="sm" c="dimmed">
                {t('automations.preview.more', { count: others })}
              </Text>
            )}
          </>
        )}
      </div>
    </Stack>
  )
}
