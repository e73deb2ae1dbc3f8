import { Divider, Group, Kbd, Stack, Switch, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../dialogs/dialog.tsx'
import type { HelpSection } from './shortcut-keys.ts'

interface ShortcutHelpProps {
  sections: HelpSection[]
  isOpen: boolean
  onClose: () => void
  withSingleKeys: boolean
  onChangeSingleKeys: (isOn: boolean) => void
}

export function ShortcutHelp({ sections, isOpen, onClose, ...singleKeys }: ShortcutHelpProps) {
  const { t } = useTranslation('ui')
  return (
    <Dialog title={t('shortcuts.title')} isOpen={isOpen} onClose={onClose}>
      <Stack gap="md">
        {sections.map(section => (
          <Section key={section.title} {...section} />
        ))}
        <Divider />
        <Switch
          label={t('shortcuts.single')}
          description={t('shortcuts.singleText')}
          checked={singleKeys.withSingleKeys}
          onChange={event => singleKeys.onChangeSingleKeys(event.currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  )
}

function Section({ title, rows }: HelpSection) {
  const { t } = useTranslation('ui')
  return (
    <section>
      <Title order={3} size="sm" mb="xs">
        {title ?? t('shortcuts.everywhere')}
      </Title>
      <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
        {rows.map(({ description, choices }) => (
          <Group component="li" key={description} justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm">{description}</Text>
            <Choices choices={choices} />
          </Group>
        ))}
      </Stack>
    </section>
  )
}

function Choices({ choices }: { choices: string[][] }) {
  const { t } = useTranslation('ui')
  const isArrows = choices.length > 2
  return (
    <Group gap={4} wrap="nowrap" flex="none" fz="xs" c="dimmed">
      {choices.map((sequence, index) => (
        <Fragment key={sequence.join()}>
          {index > 0 && !isArrows && t('shortcuts.or')}
          {sequence.map((key, place) => (
            <Fragment key={key}>
              {place > 0 && t('shortcuts.after')}
              <Kbd>{key}</Kbd>
            </Fragment>
          ))}
        </Fragment>
      ))}
    </Group>
  )
}
