import { Checkbox, Fieldset, Input, Stack } from '@mantine/core'

interface ChoiceListProps {
  name: string
  label: string
  text?: string
  error: string | undefined
  choices: { value: string; label: string; text: string }[]
  chosen: string[]
}

/** Check boxes under one name; the form reads those that are ticked. */
export function ChoiceList({ name, label, text, error, choices, chosen }: ChoiceListProps) {
  return (
    <Fieldset legend={label}>
      {text && <Input.Description mb="sm">{text}</Input.Description>}
      <Stack gap="sm">
        {choices.map(choice => (
          <Checkbox
            key={choice.value}
            name={name}
            value={choice.value}
            label={choice.label}
            description={choice.text}
            defaultChecked={chosen.includes(choice.value)}
          />
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
