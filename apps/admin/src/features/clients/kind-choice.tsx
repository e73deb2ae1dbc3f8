import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Settled once: a secret cannot be taken back. */
export function KindChoice() {
  const { t } = useTranslation()
  return (
    <Radio.Group name="kind" label={t('clients.fields.kind')} defaultValue="confidential">
      <Stack gap="xs" mt={4}>
        {(['confidential', 'public'] as const).map(kind => (
          <Radio
            key={kind}
            value={kind}
            label={t(`clients.fields.${kind}`)}
            description={t(`clients.fields.${kind}Text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
