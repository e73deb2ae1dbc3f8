export default {
  errors: {
    user_not_found: 'User not found',
    no_user: 'This token belongs to a client, not to a user',
    contact_not_found: 'Contact not found',
    education_not_found: 'Education entry not found',
    user_email_taken: 'A user with this email address already exists',
    user_phone_taken: 'A user with this phone number already exists',
    user_archived: 'This user is already archived',
    user_not_archived: 'This user is not archived',
    erasure_not_found: 'The personal data of this user has not been erased',
    confirmation_differs: "must be the user's email address",
    post_permission_required: 'You need the permission {permission} to change the job title',

    unchanged_field_expected: "can't be changed here; leave it out, or send it as it was read",
    phone_expected: 'must be an international phone number such as +12025550100',
    telegram_expected: 'must be a username, a t.me address or an international phone number',
    linkedin_expected: 'must be a username or a linkedin.com address',
    github_expected: 'must be a username or a github.com address',
    birth_date_out_of_range: 'must be in the past, and 1900 or later',
    password_hash_unknown:
      'must be an argon2, bcrypt, scrypt or pbkdf2 hash, one of Django, or SSHA of a directory',
    password_hash_unreadable: 'is incomplete or damaged',
    password_hash_unsalted: 'has no salt; leave it out and let the user reset their password',
    password_hash_too_costly: 'takes too much time or memory to verify',
    before_1900: "can't be before 1900",
    before_start: "can't be before the start date",
  },
} as const
