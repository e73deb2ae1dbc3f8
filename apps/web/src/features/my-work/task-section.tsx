import { Badge, Card, Group, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './task-section.module.css'

interface TaskSectionProps {
  title: string
  count?: number
  color?: string
  children: ReactNode
}

export function TaskSection({ title, count, color = 'gray', children }: TaskSectionProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Group gap="xs" mb="xs" px={4}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {count !== undefined && (
          <Badge
            color={color}
            size="sm"
            circle={count < 10}
            aria-label={t('work.count', { count })}
            role="img"
          >
            {count}
          </Badge>
        )}
      </Group>
      <Card padding={0} shadow="xs">
        <ul className={classes.list}>{children}</ul>
      </Card>
    </section>
  )
}
