import { ErrorState } from '@atrium/ui/feedback/states'
import { IconUserPlus } from '@atrium/ui/icons'
import { Button, Group, Stack } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { membersQuery, projectQuery } from '../../data/projects/projects.ts'
import { currentUserQuery } from '../../data/session/current-user.ts'
import { invitationsQuery } from '../../features/projects/invitation.queries.ts'
import { InvitationList } from '../../features/projects/invitations/invitation-list.tsx'
import { AddPeopleDialog } from '../../features/projects/members/add-people-dialog.tsx'
import { LeaveProject, MemberList, PersonalMembers } from '../../features/projects/members/member-list.tsx'
import { useProjectRights } from '../../features/projects/project.queries.ts'
import { RowSkeleton } from '../../features/projects/row-skeleton.tsx'
import { teamsQuery } from '../../features/projects/teams/team.queries.ts'
import { TeamList } from '../../features/projects/teams/team-list.tsx'

export default function ProjectMembersPage() {
  const { t } = useTranslation()
  const { projectId } = useParams({ from: '/project/$projectId/members' })
  const navigate = useNavigate()
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: user } = useQuery(currentUserQuery)
  const { data: members, error, isFetching, refetch } = useQuery(membersQuery(projectId))
  const { mayManage } = useProjectRights(project)
  const isPersonal = project.type === 'personal'
  const { data: invitations = [] } = useQuery({
    ...invitationsQuery(projectId),
    enabled: mayManage && !isPersonal,
  })
  const { data: teams } = useQuery({ ...teamsQuery(projectId), enabled: !isPersonal })
  const [isAdding, setIsAdding] = useState(false)

  if (!user) return null
  if (isPersonal) {
    return (
      <PersonalMembers>
        <Button component={Link} to="/projects">
          {t('projects.people.personal.action')}
        </Button>
      </PersonalMembers>
    )
  }
  if (!members && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!members) return <RowSkeleton />
  // Members through a team leave with the team.
  const isMember = members.some(
    ({ userId, role, ownRole }) => userId === user.id && role !== 'owner' && ownRole !== null,
  )
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <Group justify="flex-end" gap="sm">
          {isMember && project.archivedAt === null && (
            <LeaveProject
              project={project}
              currentUserId={user.id}
              onLeft={() => void navigate({ to: '/projects' })}
            />
          )}
          {mayManage && (
            <Button leftSection={<IconUserPlus size={18} stroke={1.75} />} onClick={() => setIsAdding(true)}>
              {t('projects.people.add.open')}
            </Button>
          )}
        </Group>
        <MemberList project={project} members={members} currentUserId={user.id} />
      </Stack>
      {teams && <TeamList projectId={projectId} teams={teams} mayManage={mayManage} />}
      {mayManage && <InvitationList projectId={projectId} invitations={invitations} />}
      <AddPeopleDialog
        projectId={projectId}
        members={members}
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
      />
    </Stack>
  )
}
