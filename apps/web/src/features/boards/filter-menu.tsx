import { IconChevronDown, IconX } from '@atrium/ui/icons'
import { ActionIcon, Button, Group, Menu, ScrollArea } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface FilterMenuProps {
  label: string
  choices: { value: string; label: string }[]
  /** The chosen ones, with commas between them. */
  value: string
  onChange: (value: string) => void
}

/** A chip that opens to its choices and, once something is chosen, says so and can be cleared. */
export function FilterMenu({ label, choices, value, onChange }: FilterMenuProps) {
  const { t } = useTranslation()
  const chosen = value.split(',').filter(Boolean)
  const isOn = chosen.length > 0
  const names = choices.filter(choice => chosen.includes(choice.value)).map(choice => choice.label)
  if (choices.length === 0 && !isOn) return null
  const toggle = (one: string) => {
    const next = chosen.includes(one) ? chosen.filter(other => other !== one) : [...chosen, one]
    onChange(next.join(','))
  }
  return (
    <Group gap={0} wrap="nowrap" flex="none">
      <Menu shadow="md" closeOnItemClick={false} position="bottom-start" width={220}>
        <Menu.Target>
          <Button
            size="xs"
            variant={isOn ? 'light' : 'default'}
            fw={500}
            maw={220}
            rightSection={<IconChevronDown size={13} stroke={1.75} />}
            {...(isOn && { style: { borderStartEndRadius: 0, borderEndEndRadius: 0 } })}
          >
            {isOn ? `${label}: ${names.join(', ')}` : label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ScrollArea.Autosize mah={320} type="auto">
            {choices.map(choice => (
              <Menu.CheckboxItem
                key={choice.value}
                checked={chosen.includes(choice.value)}
                onChange={() => toggle(choice.value)}
              >
                {choice.label}
              </Menu.CheckboxItem>
            ))}
          </ScrollArea.Autosize>
        </Menu.Dropdown>
      </Menu>
      {isOn && (
        <ActionIcon
          variant="light"
          size={30}
          style={{ borderStartStartRadius: 0, borderEndStartRadius: 0 }}
          aria-label={t('boards.filters.clearOne', { label })}
          onClick={() => onChange('')}
        >
          <IconX size={14} stroke={1.75} />
        </ActionIcon>
      )}
    </Group>
  )
}
