import { Dialog } from '@atrium/ui/dialog'
import { Divider, Group, Kbd, Stack, Switch, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { modKey } from './mod-key.ts'

// Keys one after the other in a list, alternatives in lists of their own.
const everywhere = {
  search: [[`${modKey}+K`], ['/']],
  newTask: [['C']],
  goWork: [['G', 'W']],
  goProjects: [['G', 'P']],
  goBoard: [['G', 'B']],
  goTime: [['G', 'T']],
  goNotifications: [['G', 'N']],
  help: [['?']],
} as const

const onBoard = {
  arrows: [['←'], ['↑'], ['↓'], ['→']],
  enter: [['Enter']],
  grab: [['Space']],
  edit: [['E']],
  assign: [['M']],
  add: [['N']],
  undo: [['Z']],
} as const

interface ShortcutsDialogProps {
  isOpen: boolean
  onClose: () => void
  withSingleKeys: boolean
  onChangeSingleKeys: (isOn: boolean) => void
}

export function ShortcutsDialog(props: ShortcutsDialogProps) {
  const { isOpen, onClose, withSingleKeys, onChangeSingleKeys } = props
  const { t } = useTranslation()
  return (
    <Dialog title={t('work.shortcuts.title')} isOpen={isOpen} onClose={onClose}>
      <Stack gap="md">
        <Keys title={t('work.shortcuts.everywhere')} keys={everywhere} />
        <Keys title={t('work.shortcuts.onBoard')} keys={onBoard} />
        <Divider />
        <Switch
          label={t('work.shortcuts.single')}
          description={t('work.shortcuts.singleText')}
          checked={withSingleKeys}
          onChange={event => onChangeSingleKeys(event.currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  )
}

type Name = keyof typeof everywhere | keyof typeof onBoard
type KeyTable = Partial<Record<Name, readonly (readonly string[])[]>>

function Keys({ title, keys }: { title: string; keys: KeyTable }) {
  const { t } = useTranslation()
  const rows = Object.entries(keys) as [Name, string[][]][]
  return (
    <section>
      <Title order={3} size="sm" mb="xs">
        {title}
      </Title>
      <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
        {rows.map(([name, choices]) => (
          <Group component="li" key={name} justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm">{t(`work.shortcuts.${name}`)}</Text>
            <Choices choices={choices} />
          </Group>
        ))}
      </Stack>
    </section>
  )
}

function Choices({ choices }: { choices: string[][] }) {
  const { t } = useTranslation()
  const isArrows = choices.length > 2
  return (
    <Group gap={4} wrap="nowrap" flex="none" fz="xs" c="dimmed">
      {choices.map((sequence, index) => (
        <Fragment key={sequence.join()}>
          {index > 0 && !isArrows && t('work.shortcuts.or')}
          {sequence.map((key, place) => (
            <Fragment key={key}>
              {place > 0 && t('work.shortcuts.after')}
              <Kbd>{key}</Kbd>
            </Fragment>
          ))}
        </Fragment>
      ))}
    </Group>
  )
}
