import type { JoiningRole } from '@atrium/tasks/projects/member.contract'
import type { Team } from '@atrium/tasks/projects/teams/team.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { useLastShown } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { IconButton } from '@atrium/ui/icon-button'
import { IconUsersGroup, IconX } from '@atrium/ui/icons'
import { Avatar, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RoleSelect } from '../role-select.tsx'
import classes from '../row.module.css'
import { AddTeamDialog } from './add-team-dialog.tsx'
import { useRemoveTeam, useSetTeam } from './team.queries.ts'

interface TeamListProps {
  projectId: number
  teams: Team[]
  mayManage: boolean
}

/** The groups that have a role in the project. Those who cannot add one see nothing until there is one. */
export function TeamList({ projectId, teams, mayManage }: TeamListProps) {
  const { t } = useTranslation()
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<Team>()
  if (teams.length === 0 && !mayManage) return null
  return (
    <Stack component="section" gap="sm" aria-label={t('projects.teams.title')}>
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h3">
          {t('projects.teams.title')}
        </Title>
        {mayManage && (
          <Button
            variant="default"
            leftSection={<IconUsersGroup size={18} stroke={1.75} />}
            onClick={() => setIsAdding(true)}
          >
            {t('projects.teams.add.open')}
          </Button>
        )}
      </Group>
      {teams.length === 0 && <Text c="dimmed">{t('projects.teams.empty')}</Text>}
      {teams.length > 0 && (
        <Card padding={0}>
          <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
            {teams.map(team => (
              <TeamRow
                key={team.groupId}
                projectId={projectId}
                team={team}
                mayManage={mayManage}
                onRemove={() => setRemoved(team)}
              />
            ))}
          </Stack>
        </Card>
      )}
      {teams.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('projects.teams.joinedText')}
        </Text>
      )}
      <AddTeamDialog
        projectId={projectId}
        teams={teams}
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
      />
      <RemoveTeam projectId={projectId} team={removed} onClose={() => setRemoved(undefined)} />
    </Stack>
  )
}

interface TeamRowProps {
  projectId: number
  team: Team
  mayManage: boolean
  onRemove: () => void
}

function TeamRow({ projectId, team, mayManage, onRemove }: TeamRowProps) {
  const { t } = useTranslation()
  const { mutate, isPending, variables } = useSetTeam(projectId)
  const { groupId, memberCount, group } = team
  const { name } = group
  const role = isPending ? variables.role : team.role
  const change = (next: JoiningRole) => {
    const done = t('projects.teams.roleChanged', { name, role: t(`projects.roles.${next}`) })
    mutate({ groupId, role: next }, { onSuccess: () => notifyOfSuccess(done) })
  }
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Avatar alt="" aria-hidden="true">
          <IconUsersGroup size={20} stroke={1.75} />
        </Avatar>
        <div style={{ minWidth: 0 }}>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {t('projects.teams.joined', { count: memberCount })}
          </Text>
        </div>
      </div>
      {mayManage ? (
        <>
          <RoleSelect label={t('projects.teams.roleOf', { name })} value={role} onChange={change} />
          <IconButton
            icon={IconX}
            iconSize={18}
            label={t('projects.teams.remove.open', { name })}
            onClick={onRemove}
          />
        </>
      ) : (
        <Badge color="gray" size="lg">
          {t(`projects.roles.${role}`)}
        </Badge>
      )}
    </li>
  )
}

interface RemoveTeamProps {
  projectId: number
  team: Team | undefined
  onClose: () => void
}

function RemoveTeam({ projectId, team, onClose }: RemoveTeamProps) {
  const { t } = useTranslation()
  const mutation = useRemoveTeam(projectId)
  const shown = useLastShown(team)
  if (!shown) return null
  const { name } = shown.group
  return (
    <ConfirmMutation
      mutation={mutation}
      input={shown.groupId}
      title={t('projects.teams.remove.title', { name })}
      text={t('projects.teams.remove.text')}
      consequences={[t('projects.teams.remove.tasks'), t('projects.teams.remove.kept')]}
      action={t('projects.teams.remove.action')}
      doneMessage={t('projects.teams.remove.done', { name })}
      isOpen={team !== undefined}
      onClose={onClose}
    />
  )
}
