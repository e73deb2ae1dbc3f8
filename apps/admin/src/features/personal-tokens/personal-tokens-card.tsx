import type { PersonalToken } from '@atrium/identity/sign-in/personal-tokens/personal-token.contract'
import type { User } from '@atrium/identity/users/user.contract'
import { CopyButton } from '@atrium/ui/copy-button'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { IconCheck, IconCopy, IconPlus, IconTerminal2 } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { DateText } from '@atrium/ui/time-text'
import { Alert, Badge, Button, Group, Stack, Text, TextInput, ThemeIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  hasTaskServiceQuery,
  personalTokensQuery,
  tokenProjectsQuery,
  useRevokePersonalToken,
} from './personal-token.queries.ts'
import { PersonalTokenForm } from './personal-token-form.tsx'

/** The tokens that scripts use on behalf of the user. */
export function PersonalTokensCard({ user }: { user: User }) {
  const { data: hasTaskService } = useQuery(hasTaskServiceQuery)
  return hasTaskService ? <PersonalTokens user={user} /> : null
}

function PersonalTokens({ user }: { user: User }) {
  const { t } = useTranslation()
  const tokens = useQuery(personalTokensQuery(user.id))
  return (
    <CrudList
      query={tokens}
      skeletonRows={1}
      title={t('personalTokens.title')}
      text={t('personalTokens.text')}
      row={token => ({
        mark: (
          <ThemeIcon size={40} variant="light" visibleFrom="xs">
            <IconTerminal2 size={22} stroke={1.6} />
          </ThemeIcon>
        ),
        name: token.name,
        facts: isExpired(token) && <Badge color="red">{t('personalTokens.expired')}</Badge>,
        text: <Details userId={user.id} token={token} />,
        deleteLabel: t('personalTokens.revoke.of', { name: token.name }),
      })}
      deletion={{
        mutation: useRevokePersonalToken(user.id),
        question: ({ name }) => ({
          title: t('personalTokens.revoke.title'),
          text: t('personalTokens.revoke.text', { name }),
          action: t('personalTokens.revoke.action'),
        }),
        doneMessage: ({ name }) => t('personalTokens.revoke.done', { name }),
      }}
      empty={<Text>{t('personalTokens.none')}</Text>}
    >
      {user.emailVerifiedAt ? (
        <CreateToken userId={user.id} />
      ) : (
        <Text c="dimmed">{t('personalTokens.unconfirmed')}</Text>
      )}
    </CrudList>
  )
}

function isExpired({ expiresAt }: PersonalToken) {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now()
}

/** What it can do, where, and when it was used. */
function Details({ userId, token }: { userId: number; token: PersonalToken }) {
  const { t } = useTranslation()
  const { scopes, projectIds, expiresAt, lastUsedAt } = token
  return (
    <Stack component="span" gap={2}>
      <span>
        {scopes.map(scope => t(`personalTokens.shortScopes.${shortScope(scope)}`)).join(', ')}
        {' · '}
        {projectIds ? <ProjectNames userId={userId} ids={projectIds} /> : t('personalTokens.allProjects')}
      </span>
      <span>
        {expiresAt ? t('personalTokens.expires') : t('personalTokens.neverExpires')}{' '}
        {expiresAt && <DateText value={expiresAt} />}
        {' · '}
        {lastUsedAt ? t('personalTokens.lastUsed') : t('personalTokens.neverUsed')}{' '}
        {lastUsedAt && <DateText value={lastUsedAt} withTime />}
      </span>
    </Stack>
  )
}

function shortScope(scope: string) {
  return scope.replace('tasks:', '') as 'read' | 'write' | 'manage'
}

function ProjectNames({ userId, ids }: { userId: number; ids: number[] }) {
  const { t } = useTranslation()
  const { data: projects = [] } = useQuery(tokenProjectsQuery(userId))
  const names = ids.map(id => projects.find(project => project.id === id)?.name ?? `#${id}`)
  return t('personalTokens.inProjects', { names: names.join(', ') })
}

function CreateToken({ userId }: { userId: number }) {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure()
  const [created, setCreated] = useState<{ name: string; token: string }>()
  return (
    <Group>
      <Button variant="default" leftSection={<IconPlus size={18} />} onClick={open}>
        {t('personalTokens.create.action')}
      </Button>
      <Dialog title={t('personalTokens.create.title')} isOpen={isOpen} onClose={close}>
        <PersonalTokenForm
          userId={userId}
          onCreate={token => {
            close()
            setCreated(token)
          }}
          onClose={close}
        />
      </Dialog>
      <TokenDialog created={created} onClose={() => setCreated(undefined)} />
    </Group>
  )
}

interface TokenDialogProps {
  created: { name: string; token: string } | undefined
  onClose: () => void
}

/** The only time that a token is shown. */
function TokenDialog({ created, onClose }: TokenDialogProps) {
  const { t } = useTranslation()
  const token = created?.token ?? ''
  return (
    <Dialog
      title={t('personalTokens.shown.title', { name: created?.name ?? '' })}
      isOpen={created !== undefined}
      onClose={onClose}
      isPersistent
    >
      <Stack>
        <Alert color="amber">{t('personalTokens.shown.text')}</Alert>
        <TextInput
          label={t('personalTokens.shown.label')}
          value={token}
          readOnly
          data-autofocus
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onFocus={event => event.currentTarget.select()}
        />
        <Group justify="flex-end" gap="sm">
          <CopyButton value={token}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
              >
                {t(copied ? 'personalTokens.shown.copied' : 'personalTokens.shown.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('personalTokens.shown.done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
