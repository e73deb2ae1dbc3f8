export default {
  errors: {
    stream_token_invalid: 'The stream token is used, expired or unknown; request a new one',
    session_revoked: 'The session has ended; sign in again',
    session_expired: 'The access token has expired; request a new stream token',
    session_unverified: 'The session could not be checked for too long; open the stream again',
    forbidden_topic: "You don't have permission to follow this topic",
    slow_consumer: 'The stream was read too slowly',
    too_many_streams: 'You have opened more than ten streams; this one was the oldest',
    server_shutdown: 'The server is restarting',
    internal: 'Something went wrong; open the stream again',

    too_many_topics: 'must be at most {limit} topics',
    invalid_topics: 'must be topics such as board:7 or project:3, separated by commas',
  },
} as const
