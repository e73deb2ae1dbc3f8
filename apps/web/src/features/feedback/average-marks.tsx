import type { FeedbackStats } from '@atrium/tasks/feedback/feedback-stats.contract'
import { Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { aspects } from './aspects.ts'

export function AverageMarks({ ratings: { average, count } }: { ratings: FeedbackStats['ratings'] }) {
  const { t, i18n } = useTranslation()
  const mark = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 2 })
  return (
    <Card component="section" shadow="xs">
      <Title order={2} size="h4">
        {t('feedback.stats.averages')}
      </Title>
      <Group align="baseline" gap={8} mt="xs">
        <Text fz={44} fw={700} lh={1.1}>
          {mark.format(average.overall)}
        </Text>
        <Text c="dimmed">
          {t('feedback.stats.outOf')} · {t('feedback.stats.ratings', { count })}
        </Text>
      </Group>
      <Stack gap="sm" mt="lg">
        {aspects.map(aspect => (
          <div key={aspect}>
            <Group justify="space-between" fz="sm" mb={4}>
              <span>{t(`feedback.aspects.${aspect}`)}</span>
              <Text span fw={600} inherit>
                {mark.format(average[aspect])}
              </Text>
            </Group>
            <Progress value={average[aspect] * 20} aria-hidden="true" />
          </div>
        ))}
      </Stack>
    </Card>
  )
}
