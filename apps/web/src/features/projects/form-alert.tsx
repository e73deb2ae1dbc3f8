import { Alert } from '@mantine/core'

/** What is wrong with a form as a whole. */
export function FormAlert({ messages }: { messages: string[] }) {
  if (messages.length === 0) return null
  return (
    <Alert color="red" role="alert">
      {messages.join(' ')}
    </Alert>
  )
}
