import { logoAddress } from '@atrium/core/branding.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Button, FileButton, Group, Paper, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRemoveLogo, useReplaceLogo } from './branding.queries.ts'

/** Shows the logo on the grounds of both themes, replaces and removes it. */
export function LogoCard({ logo }: { logo: string | null }) {
  const { t } = useTranslation()
  const replace = useReplaceLogo()
  const remove = useRemoveLogo()
  const address = logoAddress({ logo })
  const upload = (file: File | null) =>
    file && replace.mutate(file, { onSuccess: () => notifyOfSuccess(t('branding.logo.replaced')) })
  return (
    <SectionCard title={t('branding.logo.title')} text={t('branding.logo.text')}>
      <Stack>
        {address && (
          <Group>
            {['#ffffff', '#1d1c1b'].map((ground, index) => (
              <Paper key={ground} p="md" withBorder style={{ background: ground }}>
                <img
                  src={address}
                  alt={index === 0 ? t('branding.logo.current') : ''}
                  height={48}
                  style={{ display: 'block', maxWidth: '12rem', objectFit: 'contain' }}
                />
              </Paper>
            ))}
          </Group>
        )}
        <Group>
          <FileButton onChange={upload} accept="image/png,image/jpeg,image/webp">
            {props => (
              <Button {...props} variant="default" loading={replace.isPending}>
                {t('branding.logo.choose')}
              </Button>
            )}
          </FileButton>
          {logo !== null && (
            <Button
              variant="subtle"
              color="red"
              loading={remove.isPending}
              onClick={() =>
                remove.mutate(undefined, { onSuccess: () => notifyOfSuccess(t('branding.logo.removed')) })
              }
            >
              {t('branding.logo.remove')}
            </Button>
          )}
        </Group>
      </Stack>
    </SectionCard>
  )
}
