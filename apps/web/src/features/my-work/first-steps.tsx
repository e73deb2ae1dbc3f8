import {
  IconChevronRight,
  IconFolderPlus,
  IconLayoutKanban,
  IconPencil,
  IconUserPlus,
} from '@atrium/ui/icons'
import { Card, Stack, Text, ThemeIcon, Title, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './first-steps.module.css'

interface FirstStepsProps {
  boardId: number | undefined
  onCapture: () => void
  onCreateProject: (() => void) | undefined
  mayAdminister: boolean
}

/** For users who have no tasks yet. */
export function FirstSteps({ boardId, onCapture, onCreateProject, mayAdminister }: FirstStepsProps) {
  const { t } = useTranslation()
  return (
    <Card component="section" shadow="xs" padding="lg" aria-labelledby="first-steps">
      <Title order={2} size="h3" id="first-steps">
        {t('work.firstSteps.title')}
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        {t('work.firstSteps.text')}
      </Text>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        <li>
          <UnstyledButton className={classes.step} onClick={onCapture}>
            <Step name="capture" icon={IconPencil} color="cobalt" />
          </UnstyledButton>
        </li>
        {boardId !== undefined && (
          <li>
            <Link className={classes.step} to="/board/$boardId" params={{ boardId }}>
              <Step name="board" icon={IconLayoutKanban} color="teal" />
            </Link>
          </li>
        )}
        {onCreateProject && (
          <li>
            <UnstyledButton className={classes.step} onClick={onCreateProject}>
              <Step name="project" icon={IconFolderPlus} color="amber" />
            </UnstyledButton>
          </li>
        )}
        {mayAdminister && (
          <li>
            <Link className={classes.step} to="/administration" search={{ tab: 'users' }}>
              <Step name="people" icon={IconUserPlus} color="grape" />
            </Link>
          </li>
        )}
      </Stack>
    </Card>
  )
}

interface StepProps {
  name: 'capture' | 'board' | 'project' | 'people'
  icon: ComponentType<{ size: number; stroke: number }>
  color: string
}

function Step({ name, icon: Icon, color }: StepProps) {
  const { t } = useTranslation()
  return (
    <>
      <ThemeIcon variant="light" color={color} size={40} radius="md">
        <Icon size={20} stroke={1.75} />
      </ThemeIcon>
      <span className={classes.words}>
        <Text span fw={600} display="block">
          {t(`work.firstSteps.${name}`)}
        </Text>
        <Text span size="sm" c="dimmed">
          {t(`work.firstSteps.${name}Text`)}
        </Text>
      </span>
      <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
    </>
  )
}
