export default {
  errors: {
    wrong_credentials: 'Incorrect email, phone or password',
    wrong_two_factor_code: 'The code is incorrect or has already been used',
    wrong_email_code: 'The code is incorrect, has expired or was already used',
    wrong_passkey: 'This passkey is not registered here or could not be verified',
    two_factor_required: 'Enter the code from your authenticator app as well',
    sign_in_expired: 'This sign-in has expired; start again',
    session_ended: 'This session has ended; sign in again',
    form_cookie_missing:
      'Your browser did not send the cookie that belongs to this form. Try again. If this message comes back, allow cookies for this address; if the address starts with http://, an administrator has to switch to HTTPS, or set COOKIE_SECURE=false on a trusted network.',
    form_expired: 'This form has expired; sign in again',
    passkey_required: 'Your role requires a second factor; sign in with your passkey',
    email_unconfirmed: 'Confirm your email address first; use the link in the email we sent you',
    personal_token_not_found: 'Personal access token not found',
    too_many_personal_tokens: 'You already have {limit} personal access tokens; revoke one first',
    passkey_not_found: 'Passkey not found',
    passkey_credential_id_taken: 'This passkey has already been added',
    too_many_passkeys: 'You already have {limit} passkeys; remove one first',
    two_factor_already_on: 'Two-factor sign-in is already on',
    two_factor_off: 'Two-factor sign-in is off',
    last_second_factor:
      'Your role requires a second factor and this is your last one; set up another one first',
    challenge_expired: 'This request has expired or was already used; start again',
    too_many_attempts:
      'Too many failed attempts; try again in {retryAfter, plural, one {# second} other {# seconds}}',
    sign_in_provider_unavailable: 'The directory that knows your password doesn’t answer; try again later',
    recent_sign_in_required:
      'Your account has no password here. Sign in again, then repeat this within 10 minutes',
    sign_in_provider_not_found: 'Sign-in provider not found',
    sign_in_provider_slug_taken: 'This slug is already taken',
    identity_not_found: 'Linked account not found',
    identity_linked_elsewhere: 'This account is already linked to another user',
    last_way_to_sign_in:
      'This is the last way to sign in to this account; set a password or link another account first',
    upstream_refused: '{name} did not sign you in: the request was declined there',
    upstream_answer_invalid:
      'The answer of {name} could not be verified. Try again; if it happens again, tell your administrator',
    upstream_sign_in_expired: 'This sign-in has expired or was already used; start again',
    upstream_email_missing: '{name} did not send your email address, which an account needs',
    upstream_domain_refused: 'Only verified addresses of certain domains can sign in through {name}',
    upstream_group_missing: 'You are not in the group that can sign in through {name}',
    upstream_groups_left_out:
      '{name} left out the groups that you are in, so you can’t sign in. Ask your administrator',
    upstream_account_missing:
      'You have no account here yet, and {name} does not create one. Ask your administrator for access',
    upstream_account_archived: 'Your account is archived. Ask your administrator for access',
    directory_account_exists:
      'There is already an account with your email address. Sign in with that address and its own password, or ask your administrator to link it with {name}',
    upstream_unavailable: '{name} doesn’t answer. Try again later, or sign in another way',
    too_many_sign_ins: 'Too many sign-ins at the same time; try again in a few seconds',
    too_many_password_checks: 'Too many new passwords at the same time; try again in a few seconds',

    wrong_password: 'is not your current password',
    wrong_code: 'is incorrect or was already used',
    password_or_code_required: 'is required, unless you send a code',
    credentials_required: 'must contain an email address, a phone number or a password',
    set_by_administrator: 'can only be set by an administrator: your account has no password here yet',
    too_easy_to_guess:
      'is too easy to guess: make it longer, and avoid common words, patterns and your own name, email or phone number',
    field_of_other_kind: 'does not belong to a provider of the kind {kind}',
    default_needs_redirect: 'is not possible for a directory: its users sign in with the form',
    issuer_expected: 'must be an address such as https://id.example.org, without query and fragment',
    openid_scope_expected: 'must contain openid',
    ldap_address_expected: 'must be addresses such as ldaps://ldap.example.org',
    login_filter_expected: 'must be a filter in parentheses that contains {placeholder}, such as {example}',
    group_filter_expected: 'must be a filter in parentheses that contains {placeholder}, such as {example}',
    pem_expected: 'must be a certificate in PEM: -----BEGIN CERTIFICATE-----',
    wrong_passkey_response: 'is not a valid response to this request; try again',
  },
  providerTest: {
    messages: {
      not_checked: 'Not checked, because an earlier step failed.',
      not_used: 'Not needed for this provider.',

      address_answers: '{host} answers on port {port}.',
      address_reserved: '{host} leads to the private or reserved network {network}.',
      address_of_atrium: '{host} is an address of Atrium itself.',
      address_not_encrypted: '{host} would be called over http://.',
      address_malformed: '{host} is not a valid address.',
      address_unknown: 'The name {host} can’t be resolved.',
      address_unreachable: '{host} doesn’t accept connections on port {port}: {reason}.',

      certificate_valid: 'The certificate of {host} was issued by {issuer} and is valid until {until}.',
      certificate_untrusted: 'The certificate of {host} was issued by {issuer}, which Atrium doesn’t trust.',
      certificate_untrusted_in_directory:
        'The certificate of {host} was issued by {issuer}, which Atrium doesn’t trust.',
      certificate_of_other_host: 'The certificate of {host} is for {names}.',
      certificate_expired: 'The certificate of {host} expired on {until}.',
      certificate_not_yet_valid: 'The certificate of {host} is only valid from {from}.',
      tls_failed: '{host} doesn’t start TLS on port {port}: {reason}.',
      start_tls_refused: '{host} refuses StartTLS: {reason}.',
      not_encrypted: 'Connections to {host} are not encrypted.',

      clock_agrees: 'The clock of {host} and that of Atrium agree.',
      clock_ahead:
        'The clock of {host} is {seconds, plural, one {# second} other {# seconds}} ahead of Atrium’s.',
      clock_behind:
        'The clock of {host} is {seconds, plural, one {# second} other {# seconds}} behind Atrium’s.',
      clock_unknown: '{host} doesn’t say what time it is.',

      discovery_complete: 'The provider describes itself at {url}.',
      discovery_failed: '{url} can’t be read: {reason}.',
      discovery_other_issuer: 'The provider calls itself {found}, but issuer is {issuer}.',
      discovery_incomplete: 'The description at {url} lacks {missing}.',

      bind_accepted: 'The directory accepts {dn}.',
      bind_anonymous: 'The directory is searched without signing in, because bindDn is empty.',
      bind_refused: 'The directory refuses {dn} or its password.',
      bind_dn_invalid: 'The directory can’t read {dn} as a DN.',
      bind_encryption_required: 'The directory accepts passwords over encrypted connections only.',
      bind_failed: 'The directory refuses to sign in {dn}: {reason}.',
      client_accepted: 'The provider accepts the client {clientId}.',
      client_refused: 'The provider refuses the client {clientId} or its secret: {reason}.',
      client_unproven: 'Only a sign-in shows whether the provider accepts the client {clientId}.',

      keys_found:
        'The provider publishes {count, plural, one {# key} other {# keys}} to verify its signatures.',
      keys_missing: '{url} contains no key that verifies signatures.',
      keys_unreadable: '{url} can’t be read: {reason}.',

      mapping_scopes: 'Atrium asks for {scopes}. A sign-in shows what the provider sends.',
      mapping_email_not_asked: 'The scopes {scopes} don’t ask for an email address.',
      mapping_scope_unknown: 'The provider doesn’t know the scope {scope}.',
      mapping_entry: '{dn} becomes {name}, {email}; the directory identifies it as {subject}.',
      mapping_base_missing: 'There is no entry {dn}, or {bindDn} can’t read it.',
      mapping_search_failed: 'Searching below {dn} fails: {reason}.',
      mapping_nobody: 'No entry below {dn} matches the filter {filter}.',
      mapping_several: '{count} entries match the filter {filter}.',
      mapping_id_missing: '{dn} has no attribute {attribute}.',
      mapping_email_missing: '{dn} has no attribute {attribute}.',
      mapping_disabled: '{dn} is disabled in the directory.',

      groups_unused: 'No group decides who can sign in or what they get.',
      groups_at_sign_in: 'Groups come with each sign-in. A sign-in shows which ones the provider sends.',
      groups_claim_missing: 'Settings refer to groups, but it is unknown which claim has them.',
      groups_scope_missing: 'Settings refer to groups, but Atrium doesn’t ask for organizations.',
      groups_found: 'Every group of the settings exists.',
      groups_of_entry: 'Every group of the settings exists. {dn} is in {groups}.',
      groups_of_entry_mapped:
        'Every group of the settings exists. {dn} is in {groups}, and becomes a member of {mapped} here.',
      groups_of_entry_none: 'Every group of the settings exists. {dn} is in no group.',
      group_missing: 'There is no group {group}, or {bindDn} can’t read it.',
      group_base_missing: 'There is no entry {dn}, or {bindDn} can’t read it.',
      groups_search_failed: 'Searching for groups fails: {reason}.',
      mapped_group_deleted:
        'The group with the ID {groupId}, which {from} is mapped to, no longer exists here.',
      required_group_missing: '{dn} is not in {group}, so this person can’t sign in.',

      sign_in_confirmed: 'The provider {issuer} confirms the account {subject}; its signature is valid.',
      sign_in_unanswered: 'The provider doesn’t answer: {reason}.',
      sign_in_declined: 'The provider declined the sign-in: {reason}.',
      sign_in_unverified: 'The answer of the provider can’t be verified: {reason}.',
      account_known: '{name} signs in to the account {account}, which is linked.',
      account_linked:
        '{name} signs in to the existing account {account}, because both sides have confirmed the address.',
      account_asked:
        'The address of {name} belongs to the account {account}. Atrium asks for its password or passkey once and then links both.',
      account_created: '{name} gets a new account with the address {email}.',
      account_undecided: '{name}, {email}.',
      account_without_email: 'The provider sends no email address of {name}.',
      account_email_unverified:
        'The provider doesn’t say that {email} is verified, and only verified addresses of {domains} can sign in.',
      account_domain_refused: '{email} is not an address of {domains}.',
      account_missing: 'No account is linked, and the provider creates none for {email}.',
      account_archived: 'The account of {email} is archived.',
      groups_sent: 'The provider sends {groups}. No group decides who can sign in or what they get.',
      groups_mapped: 'The provider sends {groups}. That makes the person a member of {mapped}.',
      groups_unmapped: 'The provider sends {groups}. None of them is mapped to a group here.',
      groups_not_sent: 'The claim {claim} is missing. The provider sends {claims}.',
      groups_left_out: 'The provider sends no groups, because this person is in too many.',
      required_group_not_sent: 'The provider sends {groups}, but not {group}, so this person can’t sign in.',
    },
    advice: {
      address_reserved: 'If that is intended, add {host} to OUTBOUND_ALLOW and restart Atrium.',
      address_of_atrium: 'Enter the address of the provider.',
      address_not_encrypted: 'Use https://, or add {host} to OUTBOUND_ALLOW and restart Atrium.',
      address_malformed: 'Correct the address.',
      address_unknown: 'Check the spelling, and that the name server of Atrium’s machine knows {host}.',
      address_unreachable:
        'Check that the server is running, that {port} is its port, and that no firewall blocks the way from Atrium’s machine.',

      certificate_untrusted:
        'Write the certificate of the authority {issuer} in PEM to a file, set NODE_EXTRA_CA_CERTS to its path and restart Atrium.',
      certificate_untrusted_in_directory:
        'Enter the certificate of the authority {issuer} in PEM as certificateAuthority.',
      certificate_of_other_host:
        'Enter an address with one of these names, or install a certificate for {host} on the server.',
      certificate_expired: 'Renew the certificate on the server.',
      certificate_not_yet_valid:
        'Set the clock of Atrium’s machine; if it is right, install a valid certificate.',
      tls_failed:
        'Check the port, and that the server has a certificate. For directories, ldaps:// usually goes with port 636 and ldap:// with 389.',
      start_tls_refused: 'Install a certificate in the directory, or use ldaps:// if it has a port with TLS.',

      clock_ahead: 'Synchronize both clocks over NTP: from a difference of 60 seconds, sign-ins fail.',
      clock_behind: 'Synchronize both clocks over NTP: from a difference of 60 seconds, sign-ins fail.',

      discovery_failed:
        'Open {url} in a browser. If it isn’t there, correct issuer: the path matters, as in https://HOST/realms/REALM for Keycloak.',
      discovery_other_issuer: 'Set issuer to exactly {found}.',
      discovery_incomplete: 'Enable the authorization code flow at the provider, or correct issuer.',

      bind_refused: 'Enter bindDn and bindPassword of an account that can search the directory.',
      bind_dn_invalid: 'Enter bindDn as a DN, such as cn=atrium,ou=services,dc=example,dc=org.',
      bind_encryption_required: 'Use ldaps://, or ldap:// with allowsPlainText switched off.',
      bind_failed: 'Unlock or enable the account in the directory, or enter another bindDn.',
      client_refused:
        'Copy client ID and client secret again from the registration of Atrium there. If the secret has expired, create another one.',

      keys_missing: 'Create a signing key at the provider.',
      keys_unreadable: 'Check at the provider that this address is public.',

      mapping_email_not_asked: 'Add {scope} to scopes: an account needs an email address.',
      mapping_scope_unknown: 'Remove {scope} from scopes, or create it at the provider.',
      mapping_base_missing: 'Correct baseDn, or let {bindDn} read it.',
      mapping_search_failed: 'Correct baseDn and userFilter, and let the account of bindDn search there.',
      mapping_nobody:
        'Correct baseDn or userFilter, and let the account of bindDn read the attributes of the filter.',
      mapping_several: 'Make userFilter stricter: a login has to lead to one entry.',
      mapping_id_missing:
        'Set idAttribute to an attribute that never changes: objectGUID in Active Directory, ipaUniqueID in FreeIPA, entryUUID elsewhere. The account of bindDn has to be able to read it.',
      mapping_email_missing:
        'Set emailAttribute to the attribute with the address, or enter one in the directory.',
      mapping_disabled: 'Enable the account in the directory, or test with another login.',

      groups_claim_missing: 'Set groupsClaim to the claim with groups, usually groups.',
      groups_scope_missing: 'Add read:org to scopes.',
      group_missing: 'Enter the full DN of the group, or let {bindDn} read it.',
      group_base_missing: 'Correct groupBaseDn, or let {bindDn} read it.',
      groups_search_failed:
        'Correct groupBaseDn and groupFilter, and let the account of bindDn search there.',
      mapped_group_deleted: 'Map {from} to another group, or remove the mapping.',
      required_group_missing: 'Add the person to the group in the directory, or change requiredGroup.',

      sign_in_unanswered: 'Test the provider: the first step that fails says what to do.',
      sign_in_declined:
        'Agree there when you are asked, and check that the person may use this application there.',
      sign_in_unverified:
        'Compare issuer, client ID, client secret and redirect address with the registration of Atrium there, and the clocks of both.',
      account_without_email:
        'Enter an address for the person there, and let the provider send the claim email. The scope email usually asks for it.',
      account_email_unverified:
        'Verify the address there, so that the provider sends email_verified as true, or clear allowedDomains.',
      account_domain_refused: 'Add the domain to allowedDomains, or sign in there as someone else.',
      account_missing: 'Set createUsers to always, or invite {email}.',
      account_archived: 'Restore the account under Users if the person should get in.',
      groups_not_sent:
        'Let the provider send the claim {claim} in the ID token or from userinfo, or set groupsClaim to the claim that has the groups.',
      groups_left_out:
        'Let the provider send only the groups that are assigned to the application, or map roles of the application instead.',
      required_group_not_sent:
        'Add the person to the group there, or set requiredGroup to one of the groups exactly as it is sent.',
    },
  },
} as const
