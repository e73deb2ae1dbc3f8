import type { MantineColorsTuple } from '@mantine/core'

// The primary color.
export const cobalt: MantineColorsTuple = [
  '#eef3ff',
  '#dbe5ff',
  '#b9cbff',
  '#92adff',
  '#6d8efb',
  '#4d72f2',
  '#3357e6',
  '#2846c4',
  '#22399b',
  '#1a2b70',
]

// For accents only.
export const amber: MantineColorsTuple = [
  '#fff8e6',
  '#ffeec7',
  '#ffdf94',
  '#ffd06b',
  '#ffc24b',
  '#f2a91f',
  '#c98407',
  '#9a6205',
  '#73490a',
  '#4f330b',
]

export const stone: MantineColorsTuple = [
  '#faf9f7',
  '#f5f3ef',
  '#ebe8e2',
  '#dfdbd3',
  '#cbc6bc',
  '#968f84',
  '#6e685e',
  '#544f47',
  '#393630',
  '#23211d',
]

// From text (0) to the darkest background (9), as Mantine expects.
export const night: MantineColorsTuple = [
  '#e9e7e2',
  '#cbc8c2',
  '#a5a19a',
  '#86827b',
  '#3c3a37',
  '#312f2d',
  '#252423',
  '#1d1c1b',
  '#151413',
  '#0e0d0d',
]
