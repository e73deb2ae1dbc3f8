import type { Project } from '@atrium/tasks/projects/project.contract'
import { IconUsers } from '@atrium/ui/icons'
import { Anchor, Avatar, Badge, Card, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './project-card.module.css'

export function ProjectCard({ project }: { project: Project }) {
  const { t } = useTranslation()
  const isPersonal = project.type === 'personal'
  return (
    <Card component="article" shadow="xs" h="100%" className={classes.card}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="md">
        <Avatar name={project.name} color="initials" radius="md" size={42} alt="" aria-hidden="true" />
        <Badge color={isPersonal ? 'amber' : 'cobalt'}>{t(`projects.types.${project.type}`)}</Badge>
      </Group>
      <Title order={2} size="h3" lineClamp={2}>
        <Anchor component={Link} to={`/project/${project.id}`} inherit c="inherit" className={classes.link}>
          {project.name}
        </Anchor>
      </Title>
      {project.description && (
        <Text size="sm" c="dimmed" mt={6} lineClamp={2}>
          {project.description}
        </Text>
      )}
      <Group justify="space-between" gap="xs" mt="auto" pt="lg" c="dimmed" fz="sm">
        <span>{project.myRole && t(`projects.roles.${project.myRole}`)}</span>
        <Group gap={6}>
          <IconUsers size={16} stroke={1.75} aria-hidden="true" />
          {t('projects.members', { count: project.memberCount })}
        </Group>
      </Group>
    </Card>
  )
}
