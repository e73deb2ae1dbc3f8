// The one family of icons that the applications use.
export * from '@tabler/icons-react'
