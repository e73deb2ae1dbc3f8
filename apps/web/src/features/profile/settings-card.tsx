import { IconCheck } from '@atrium/ui/icons'
import { Card, Flex, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './settings-card.module.css'

interface SettingsCardProps {
  title: string
  text: string
  /** How the last change went. */
  note?: ReactNode
  children: ReactNode
}

export function SettingsCard({ title, text, note, children }: SettingsCardProps) {
  return (
    <Card component="section" shadow="xs" p={{ base: 'lg', sm: 'xl' }}>
      <Group justify="space-between" gap="xs" mb="lg" align="flex-start">
        <div>
          <Title order={2} size="h3">
            {title}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {text}
          </Text>
        </div>
        {note}
      </Group>
      {children}
    </Card>
  )
}

/** Shown next to the change, and announced to screen readers. */
export function SavedNote({ isSaved }: { isSaved: boolean }) {
  const { t } = useTranslation()
  return (
    <Group role="status" gap={6} fz="sm" c="dimmed" mih={isSaved ? 22 : 0}>
      {isSaved && (
        <>
          <IconCheck size={16} color="var(--mantine-color-teal-6)" aria-hidden="true" />
          {t('profile.saved')}
        </>
      )}
    </Group>
  )
}

interface SettingProps {
  label: string
  text?: string
  children: ReactNode
}

/** A name on the left, what can be chosen on the right; on a narrow screen below. */
export function Setting({ label, text, children }: SettingProps) {
  return (
    <Flex className={classes.setting} direction={{ base: 'column', sm: 'row' }} gap={{ base: 8, sm: 'xl' }}>
      <Stack gap={2} flex={1}>
        <Text fw={500} aria-hidden="true">
          {label}
        </Text>
        {text && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </Stack>
      <div className={classes.choice}>{children}</div>
    </Flex>
  )
}
