import type { Preferences } from '@atrium/tasks/notifications/notification.contract'
import { Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './mail-choice.module.css'

type Mail = Preferences['mail']

const choices = ['none', 'digest', 'each'] as const satisfies Mail[]

export function MailChoice({ value, onChange }: { value: Mail; onChange: (mail: Mail) => void }) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={t('profile.notifications.mail')}
      labelProps={{ fw: 600, fz: 'md' }}
      description={t('profile.notifications.mailText')}
      value={value}
      onChange={mail => onChange(mail as Mail)}
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" mt={6}>
        {choices.map(choice => (
          <Radio.Card key={choice} value={choice} p="md" className={classes.card}>
            <Stack gap={4} h="100%">
              <Text fw={600} span>
                {t(`profile.notifications.mails.${choice}`)}
              </Text>
              <Text size="sm" c="dimmed" span>
                {t(`profile.notifications.mails.${choice}Text`)}
              </Text>
            </Stack>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
