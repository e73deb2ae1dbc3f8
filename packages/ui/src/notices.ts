/** What administrators tell everyone. Both applications ask for it every half minute, and at once after a refusal. */
export const noticesKey = ['notices']
export const NOTICES_EVERY_MS = 30_000
