import type { Project } from '@atrium/tasks/projects/project.contract'
import { Avatar, Badge, Box, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Name, description and the caller's role; `children` are what can be done with the project. */
export function ProjectHeader({ project, children }: { project: Project; children: ReactNode }) {
  const { t } = useTranslation()
  const { name, description, type, myRole } = project
  return (
    <Group component="header" align="flex-start" wrap="nowrap" gap="md">
      <Avatar name={name} color="initials" radius="md" size={48} alt="" aria-hidden="true" visibleFrom="xs" />
      <Stack gap={6} flex={1} miw={0}>
        <Group gap="xs">
          <Title order={1}>{name}</Title>
          <Badge color={type === 'personal' ? 'amber' : 'cobalt'}>{t(`projects.types.${type}`)}</Badge>
          {myRole && (
            <Badge
              color="gray"
              aria-label={t('projects.header.role', { role: t(`projects.roles.${myRole}`) })}
            >
              {t(`projects.roles.${myRole}`)}
            </Badge>
          )}
        </Group>
        {description && (
          <Text c="dimmed" maw="44rem" style={{ whiteSpace: 'pre-line' }} lineClamp={4}>
            {description}
          </Text>
        )}
      </Stack>
      <Box flex="none">{children}</Box>
    </Group>
  )
}
