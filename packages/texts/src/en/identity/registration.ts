export default {
  errors: {
    registration_closed: 'Only an administrator can create accounts here',
    invitation_required: 'You need an invitation to create an account',
    invitation_invalid:
      'This invitation is invalid, expired or already used; open its link again or ask for a new one',
    invitation_email_differs: 'This invitation was sent to another email address',

    registration_form_expired: 'This form has expired. Check your details and submit it again.',

    consent_required: 'must be true',
  },
} as const
