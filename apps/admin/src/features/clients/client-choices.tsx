import { IconBrowser, IconDeviceMobile, IconServer2, IconWorld } from '@atrium/ui/icons'
import { Checkbox, Fieldset, Group, Input, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Preset, presetNames } from './client-presets.ts'

const icons = { web: IconWorld, browser: IconBrowser, native: IconDeviceMobile, service: IconServer2 }

interface PresetChoiceProps {
  name: string
  value?: Preset
  onChange: (preset: Preset) => void
}

/** Only at creation: whether a client has a secret never changes. */
export function PresetChoice({ name, value, onChange }: PresetChoiceProps) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      name={name}
      label={t('clients.fields.kind')}
      value={value}
      onChange={preset => onChange(preset as Preset)}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={4}>
        {presetNames.map(preset => {
          const Icon = icons[preset]
          return (
            <Radio.Card key={preset} value={preset} p="sm" display="flex" style={{ flexDirection: 'column' }}>
              <Group gap="xs" wrap="nowrap" w="100%">
                <Icon size={20} stroke={1.75} aria-hidden style={{ flexShrink: 0 }} />
                <Text size="sm" fw={600} flex={1}>
                  {t(`clients.presets.${preset}`)}
                </Text>
                <Radio.Indicator />
              </Group>
              <Text size="xs" c="dimmed" mt={4}>
                {t(`clients.presets.${preset}Text`)}
              </Text>
            </Radio.Card>
          )
        })}
      </SimpleGrid>
    </Radio.Group>
  )
}

interface Choice {
  value: string
  label: string
  text: string
}

interface ChoiceListProps {
  name: string
  label: string
  text?: string
  error?: string
  groups: { label?: string; choices: Choice[] }[]
  value?: string[]
  onChange: (chosen: string[]) => void
}

export function ChoiceList({ name, label, text, error, groups, value = [], onChange }: ChoiceListProps) {
  const toggle = (choice: string) =>
    onChange(value.includes(choice) ? value.filter(other => other !== choice) : [...value, choice])
  return (
    <Fieldset legend={label} data-path={name}>
      {text && <Input.Description mb="sm">{text}</Input.Description>}
      <Stack gap="sm">
        {groups.map(group => (
          <Stack key={group.label} gap="sm" role="group" aria-label={group.label}>
            {group.label && (
              <Text size="sm" fw={600} mt={4} aria-hidden>
                {group.label}
              </Text>
            )}
            {group.choices.map(choice => (
              <Checkbox
                key={choice.value}
                name={name}
                value={choice.value}
                label={choice.label}
                description={choice.text}
                checked={value.includes(choice.value)}
                onChange={() => toggle(choice.value)}
              />
            ))}
          </Stack>
        ))}
      </Stack>
      {error && (
        <Input.Error role="alert" mt="sm">
          {error}
        </Input.Error>
      )}
    </Fieldset>
  )
}
