export default {
  errors: {
    project_on_hold:
      'The project is on legal hold: nothing in it can be deleted permanently or moved out of it',
    project_not_on_hold: 'The project is not on legal hold',
    project_not_found: 'Project not found',
    project_not_archived: 'This project is not archived',
    first_personal_project: "Your first personal project can't be archived",
    personal_project_has_no_members: "A personal project can't have other members",

    member_not_found: 'Member not found',
    group_not_found: 'Group not found',
    team_not_found: 'This group has no role in the project',
    member_through_group:
      'This person is a member through a group: {groups}. Remove the group from the project, or the person from the group',
    project_member_role_taken: 'This project already has an owner',
    already_a_member: 'This user is already a member',
    email_of_a_member: 'Someone with this email address is already a member',
    owner_required: 'A project must have an owner; transfer the ownership to another member instead',
    owner_cannot_leave: 'A project must have an owner; transfer the ownership before you leave',
    only_owner_transfers: 'Only the owner can transfer the ownership of the project',
    owner_not_removable: "The owner can't be removed from the project",
    guests_manage_nothing:
      "Guests can't be managers or owners; an administrator can make them full users first",

    invitation_not_found: 'Invitation not found',
    pending_invitation_not_found: 'No pending invitation found',
    invitation_email_taken: 'This address has already been invited',
    too_many_invitations: "You've sent too many invitations; try again in an hour",
    invitation_for_other_address: 'This invitation was sent to another email address',
    email_not_confirmed: 'Confirm your email address first, or open the link in the invitation email',
    you_are_a_member: "You're already a member of this project",
    invitation_accepted: 'This invitation has already been accepted',
    invitation_revoked: 'This invitation was revoked',
    invitation_expired: 'This invitation has expired; ask for a new one',

    project_key_expected: 'must be 1 to 6 capital letters or digits, starting with a letter',
    color_expected: 'must be a color such as #2f80ed',
    start_after_target: "can't be after targetDate",
    target_before_start: "can't be before startDate",
    settings_too_large: 'must be at most 16 KiB',
    settings_too_deep: "can't be nested deeper than {levels} levels",
  },
  invitationEmail: {
    greeting: 'Hi,',
    unknownInviter: 'A project member',
    roles: { viewer: 'viewer', member: 'member', manager: 'manager' },
    subject: 'Invitation to project “{project}”',
    text: '{inviter} invited you to the project “{project}” in {product}. Your role: {role}. The link is only for you and expires in 7 days.',
    label: 'Accept invitation',
    footnote: 'If you don’t know the person who invited you, you can ignore this email.',
  },
} as const
