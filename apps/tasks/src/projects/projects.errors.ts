import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const projectsErrors = defineErrors(language => texts(language).projects.errors, {
  project_on_hold: 409,
  project_not_on_hold: 409,
  project_not_found: 404,
  project_not_archived: 409,
  first_personal_project: 409,
  personal_project_has_no_members: 409,

  member_not_found: 404,
  group_not_found: 404,
  team_not_found: 404,
  project_member_role_taken: 409,
  member_through_group: 409,
  already_a_member: { status: 409, kind: 'entity-already-exists' },
  email_of_a_member: { status: 409, kind: 'entity-already-exists' },
  owner_required: 409,
  owner_cannot_leave: 409,
  only_owner_transfers: 403,
  owner_not_removable: 403,
  guests_manage_nothing: 409,

  invitation_not_found: 404,
  pending_invitation_not_found: 404,
  invitation_email_taken: 409,
  too_many_invitations: 429,
  invitation_for_other_address: 403,
  email_not_confirmed: 403,
  you_are_a_member: { status: 409, kind: 'entity-already-exists' },
  invitation_accepted: 410,
  invitation_revoked: 410,
  invitation_expired: 410,
})
