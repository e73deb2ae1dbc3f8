import type { ForwardApplication } from '@atrium/identity/oauth/forward/forward-application.contract'
import { CopyButton } from '@atrium/ui/copy-button'
import { Dialog, useLastShown } from '@atrium/ui/dialogs/dialog'
import { IconCheck, IconCopy } from '@atrium/ui/icons'
import { Button, Code, Group, Stack, Tabs, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { proxies, proxyConfiguration } from './proxy-configuration.ts'

const proxyNames = { nginx: 'nginx', caddy: 'Caddy' }

interface ProxyDialogProps {
  application: ForwardApplication | undefined
  onClose: () => void
}

/** What the proxy of the application needs; it also opens once an application has been added. */
export function ProxyDialog({ application, onClose }: ProxyDialogProps) {
  const { t } = useTranslation()
  const shown = useLastShown(application)
  return (
    <Dialog
      title={t('forwardApplications.proxy.title', { name: shown?.name ?? '' })}
      isOpen={application !== undefined}
      onClose={onClose}
      isWide
    >
      <Stack>
        <Text>{t('forwardApplications.proxy.text')}</Text>
        <Tabs defaultValue="nginx" keepMounted={false}>
          <Tabs.List mb="sm">
            {proxies.map(proxy => (
              <Tabs.Tab key={proxy} value={proxy}>
                {proxyNames[proxy]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {proxies.map(proxy => (
            <Tabs.Panel key={proxy} value={proxy}>
              <Snippet name={proxyNames[proxy]} text={proxyConfiguration(proxy, shown?.hosts ?? [])} />
            </Tabs.Panel>
          ))}
        </Tabs>
        <Text size="sm" c="dimmed">
          {t('forwardApplications.proxy.trust')}
        </Text>
      </Stack>
    </Dialog>
  )
}

function Snippet({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs">
      {/* It scrolls, so the keyboard has to reach it. */}
      <Code block role="group" aria-label={name} tabIndex={0} mah={320} style={{ overflow: 'auto' }}>
        {text}
      </Code>
      <Group justify="flex-end">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              onClick={copy}
            >
              {t(copied ? 'forwardApplications.proxy.copied' : 'forwardApplications.proxy.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
