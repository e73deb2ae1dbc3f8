export default {
  pages: {
    lead: 'The identity service: sign-in, tokens, users, roles and permissions.',
    guides: 'Guides for developers',
    interactive: 'Interactive API documentation',
    json: 'Machine-readable description (OpenAPI 3.1)',
    admin: 'Administration',
    account: 'Your account',
    title: 'Documentation',
    signIn: 'Signing in',
    signInText:
      'Browsers use the authorization-code flow at /auth/authorize; services use client_credentials at /token. Any OAuth 2.0 library works.',
    tokens: 'Checking tokens',
    tokensText:
      'Verify the signature with /.well-known/jwks.json (RS256, aud is your client ID). Check for revoked tokens with POST /token/introspect.',
    errors: 'Errors',
    errorsText:
      'An error has the form {"error": {"code", "message", "details"}}; a 422 lists the fields in details.errors.',
  },
} as const
