import {
  IconArrowRight,
  IconCheck,
  IconChevronRight,
  IconFolderPlus,
  IconLayoutKanban,
  IconPencil,
  IconUserPlus,
} from '@atrium/ui/icons'
import { Anchor, Button, Card, Group, Stack, Text, ThemeIcon, Title, UnstyledButton } from '@mantine/core'
import { type ComponentType, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './first-steps.module.css'

interface FirstStep {
  name: keyof typeof looks
  isDone: boolean
  /** Undefined where the user cannot take the step. */
  onOpen: (() => void) | undefined
}

interface FirstStepsProps {
  steps: FirstStep[]
  /** The address of the administration, for the people who set up the installation. */
  setUpUrl: string | undefined
  onHide: () => void
}

/** The first steps of a new user. Each is ticked as soon as it is done, and the card hides after the last one. */
export function FirstSteps({ steps, setUpUrl, onHide }: FirstStepsProps) {
  const { t } = useTranslation()
  const possible = steps.filter(({ isDone, onOpen }) => isDone || onOpen)
  const done = possible.filter(({ isDone }) => isDone).length
  const isFinished = done === possible.length
  useEffect(() => {
    if (isFinished) onHide()
  }, [isFinished, onHide])
  if (isFinished) return null
  return (
    <Card component="section" shadow="xs" padding="lg" aria-labelledby="first-steps">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <div>
          <Title order={2} size="h3" id="first-steps">
            {t('work.firstSteps.title')}
          </Title>
          <Text c="dimmed" mt={4} mb="md">
            {t('work.firstSteps.progress', { done, count: possible.length })}
          </Text>
        </div>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onHide}>
          {t('work.firstSteps.hide')}
        </Button>
      </Group>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {possible.map(step => (
          <li key={step.name}>
            <Step {...step} />
          </li>
        ))}
      </Stack>
      {setUpUrl && (
        <Anchor href={setUpUrl} mt="md" display="inline-flex" className={classes.setUp}>
          {t('work.firstSteps.setUp')}
          <IconArrowRight size={16} stroke={1.75} aria-hidden="true" />
        </Anchor>
      )}
    </Card>
  )
}

interface Look {
  icon: ComponentType<{ size: number; stroke: number }>
  color: string
}

const looks = {
  capture: { icon: IconPencil, color: 'cobalt' },
  board: { icon: IconLayoutKanban, color: 'teal' },
  project: { icon: IconFolderPlus, color: 'amber' },
  people: { icon: IconUserPlus, color: 'grape' },
} satisfies Record<string, Look>

function Step({ name, isDone, onOpen }: FirstStep) {
  const { t } = useTranslation()
  const { icon: Icon, color } = looks[name]
  const words = (
    <span className={classes.words}>
      <Text span fw={600} display="block">
        {t(`work.firstSteps.${name}`)}
      </Text>
      <Text span size="sm" c="dimmed">
        {isDone ? t('work.firstSteps.done') : t(`work.firstSteps.${name}Text`)}
      </Text>
    </span>
  )
  if (isDone)
    return (
      <div className={classes.step} data-done>
        <ThemeIcon variant="light" color="teal" size={40} radius="xl">
          <IconCheck size={20} stroke={2} />
        </ThemeIcon>
        {words}
      </div>
    )
  return (
    <UnstyledButton className={classes.step} onClick={onOpen}>
      <ThemeIcon variant="light" color={color} size={40} radius="md">
        <Icon size={20} stroke={1.75} />
      </ThemeIcon>
      {words}
      <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
    </UnstyledButton>
  )
}
